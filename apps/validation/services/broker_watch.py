"""Ending a script that keeps the nodes' broker from answering, and the doorbell of the node that sent it.

kombu needs scripts, so a node's user may run them; one that never ends stalls the whole server.
"""

from __future__ import annotations

import logging
import time
from typing import Any

import redis
from django.db import transaction
from django.db.models.functions import Now

from apps.core import audit
from apps.validation.models import Node
from apps.validation.services.broker import OUR_USERS, admin, take_away

log = logging.getLogger(__name__)

# Longer than a server lets a script run before it answers others that it is busy.
PATIENCE_S = 8.0
# How long a command took, in microseconds, that kept others waiting.
STALLED_US = 1_000_000
LOOK_BACK = 20


def watch_over_broker() -> Node | None:
    """Kill a script for which the broker does not answer; return the node that lost its doorbell for it."""
    try:
        with admin(PATIENCE_S) as broker:
            return _stop_script(broker) if _is_stalled(broker) else None
    except redis.RedisError as error:
        log.warning("the nodes' broker does not answer: %s", error)
        return None


def _is_stalled(broker: Any) -> bool:
    try:
        broker.ping()
    except redis.ResponseError as error:
        return str(error).startswith("BUSY")
    return False


def _stop_script(broker: Any) -> Node | None:
    broker.script_kill()
    _await_answers(broker)
    users = _users_who_stalled(broker)
    guilty = [user.removeprefix(OUR_USERS) for user in users if user.startswith(OUR_USERS)]
    log.error("a script stalled the nodes' broker and was killed; its user: %s", users or "unknown")
    node = Node.objects.filter(pk__in=guilty).select_related("project").first()
    if node is not None:
        _take_down(node)
    return node


def _await_answers(broker: Any) -> None:
    """A killed script ends a moment later."""
    for _ in range(20):
        if not _is_stalled(broker):
            return
        time.sleep(0.1)


def _users_who_stalled(broker: Any) -> set[str]:
    """Return who is connected from where a command came that took long."""
    slow = {
        entry["client_address"] for entry in broker.slowlog_get(LOOK_BACK) if entry["duration"] > STALLED_US
    }
    return {client["user"] for client in broker.client_list() if client["addr"].encode() in slow}


@transaction.atomic
def _take_down(node: Node) -> None:
    Node.objects.filter(pk=node.pk).update(doorbell_off_at=Now())
    audit.record("portal", "took the doorbell of node", node.name, project_slug=node.project.slug)
    transaction.on_commit(lambda: take_away(node))
