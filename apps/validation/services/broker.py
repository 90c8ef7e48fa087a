"""Keeping the nodes' users at their broker: granted when a node says hello, taken when it goes.

A broker that does not answer costs the nodes their doorbell, never more: they ask by themselves.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

import redis
from django.conf import settings

from apps.validation.models import Node
from apps.validation.services.broker_acl import rules_of, user_of

log = logging.getLogger(__name__)

OUR_USERS = "node."
PATIENCE_S = 3.0


def admin_url() -> str:
    """Return the nodes' broker as the portal reaches it: to ring there and to keep its users."""
    return settings.NODE_BROKER_ADMIN_URL or settings.CELERY_BROKER_URL


def grant(nodes: Collection[Node]) -> bool:
    """Make or renew the users of NODES; return whether the broker took them all.

    A token may be revoked meanwhile, and its user with it: that one is not left behind.
    """
    if not _granted(nodes):
        return False
    generations = {node.pk: node.generation for node in nodes}
    standing = Node.objects.known().filter(pk__in=generations).values_list("pk", "generation")
    gone = dict(generations.items() - set(standing))
    for node in nodes:
        if node.pk in gone:
            take_away(node)
    return not gone


def _granted(nodes: Collection[Node]) -> bool:
    try:
        with admin() as broker, broker.pipeline(transaction=False) as commands:
            for node in nodes:
                commands.execute_command("ACL SETUSER", user_of(node), *rules_of(node))
            commands.execute()
    except redis.RedisError as error:
        log.warning("the nodes' broker did not take their users, they have to ask for work: %s", error)
        return False
    return True


def take_away(node: Node) -> None:
    """Remove the user of a node that may do nothing more; its connections end with it."""
    try:
        with admin() as broker:
            broker.acl_deluser(user_of(node))
    except redis.RedisError as error:
        log.warning("the nodes' broker kept the user of %s, the reconciler tries again: %s", node, error)


def put_right() -> int:
    """Grant what is missing after a broker lost its users, take what should be gone; return how many."""
    listening = Node.objects.known().told_if_heard().select_related("project")
    known = {user_of(node): node for node in listening}
    try:
        with admin() as broker:
            have = set(broker.acl_users())
            gone = {name for name in have if name.startswith(OUR_USERS)} - known.keys()
            if gone:
                broker.acl_deluser(*gone)
    except redis.RedisError as error:
        log.warning("the nodes' broker does not answer: %s", error)
        return 0
    # One that is silent gets its user with its next hello.
    missing = [node for name, node in known.items() if name not in have and not node.is_silent]
    return len(gone) + (len(missing) if missing and grant(missing) else 0)


@contextmanager
def admin() -> Iterator[Any]:
    """Yield a connection that may keep users; the library has no types for what we ask."""
    client = redis.Redis.from_url(
        admin_url(), socket_timeout=PATIENCE_S, socket_connect_timeout=PATIENCE_S, decode_responses=True
    )
    try:
        yield client
    finally:
        client.close()
