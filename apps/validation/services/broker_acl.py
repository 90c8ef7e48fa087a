"""What a node may do at the broker, as a user of its own: hear its doorbell and nothing else."""

from __future__ import annotations

import base64
import hashlib
import hmac
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings

from apps.validation.models import Node

# The keys in which kombu keeps what was delivered and not acknowledged; by default all workers share them.
SHARED_KEYS = ("unacked", "unacked_index", "unacked_mutex")
# What a worker without events, gossip and remote control calls through the node's `plain_broker`; a test
# holds it. No script and no transaction: either could stall the server for all. No subcommand that a server
# since version 6 may not know: it would refuse the whole user.
COMMANDS = (
    *("hello", "auth", "select", "ping"),
    *("brpop", "lpush", "rpush", "llen", "sadd"),
    *("zadd", "zrem", "zrange", "hset", "hget", "hdel", "set", "del"),
)


def user_of(node: Node) -> str:
    """Return the name of the node's user."""
    return f"node.{node.pk}"


def password_of(node: Node) -> str:
    """Return the node's password: made from the portal's secret, stored nowhere, new after a revocation."""
    secret = hashlib.sha256(b"node-broker:" + settings.JOB_SIGNING_SECRET.encode()).digest()
    made = hmac.digest(secret, f"{node.pk}:{node.generation}".encode(), "sha256")
    return base64.urlsafe_b64encode(made).decode("ascii").rstrip("=")


def own_keys(node: Node) -> dict[str, str]:
    """Return kombu's shared keys under names that are the node's alone."""
    return {f"{name}_key": f"{user_of(node)}.{name}" for name in SHARED_KEYS}


def rules_of(node: Node) -> list[str]:
    """Return the rules of the node's user as ACL SETUSER and an aclfile take them; the password as a hash."""
    queues = (node.queue, node.capability_queue)
    bindings = [
        f"{kind}.{queue}" for kind in ("_kombu.binding", "_kombu.binding_permanent") for queue in queues
    ]
    keys = [*queues, *bindings, *own_keys(node).values()]
    password = hashlib.sha256(password_of(node).encode()).hexdigest()
    return [
        "reset",
        "on",
        f"#{password}",
        *(f"~{key}" for key in keys),
        "-@all",
        *(f"+{command}" for command in COMMANDS),
    ]


def address_of(node: Node, url: str) -> str:
    """Return the broker's address with the node's user and password in the place of whatever it had."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{user_of(node)}:{password_of(node)}@{host}"))
