"""Where a node's doorbell hangs: its broker, its queues and the names of its own keys."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any

from django.conf import settings

from apps.validation.models import Node

# The keys in which kombu keeps what was delivered and not acknowledged; by default all workers share them.
SHARED_KEYS = ("unacked", "unacked_index", "unacked_mutex")


def doorbell_of(node: Node, *, address: str) -> dict[str, Any]:
    """Return broker, queues and transport options for a node that calls from ADDRESS; no URL means: just ask.

    Our own broker's address, with its password, is for nodes on this machine only.
    """
    # Behind the proxy of production every node seems to be on this machine.
    is_here = _is_loopback(address) and not settings.PRODUCTION
    local = settings.CELERY_BROKER_URL if is_here else ""
    return {
        "url": settings.NODE_BROKER_URL or local,
        "queues": [node.queue, node.capability_queue],
        "transport": transport_of(node),
    }


def transport_of(node: Node) -> dict[str, Any]:
    """Return what makes kombu keep to the node's own keys: no priorities, and no hash shared with others."""
    own = {f"{name}_key": f"node.{node.pk}.{name}" for name in SHARED_KEYS}
    return {**own, "priority_steps": [0]}


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
