"""Where a node's doorbell hangs: its broker, its queues and the names of its own keys."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any

from django.conf import settings

from apps.validation.models import Node
from apps.validation.services.broker import grant
from apps.validation.services.broker_acl import address_of, own_keys


def doorbell_of(node: Node, *, address: str) -> dict[str, Any]:
    """Return broker, queues and transport options for a node that calls from ADDRESS; no URL means: just ask.

    The node gets a user of its own in any case. Our own broker is for nodes on this machine only.
    """
    # Behind the proxy of production every node seems to be on this machine.
    is_here = _is_loopback(address) and not settings.PRODUCTION
    broker = settings.NODE_BROKER_URL or (settings.CELERY_BROKER_URL if is_here else "")
    url = address_of(node, broker) if broker and grant([node]) else ""
    return {"url": url, "queues": [node.queue, node.capability_queue], "transport": transport_of(node)}


def transport_of(node: Node) -> dict[str, Any]:
    """Return what makes kombu keep to the node's own keys: no priorities, and no hash shared with others."""
    return {**own_keys(node), "priority_steps": [0]}


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
