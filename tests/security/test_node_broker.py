"""A node's user at a real broker: its doorbell rings, and it may do nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import redis
from django.core.management import call_command

from apps.core.queue import send
from apps.validation import services
from apps.validation.models import Node
from apps.validation.services.broker import put_right
from apps.validation.services.broker_acl import address_of, own_keys, rules_of, user_of
from apps.validation.services.doorbell import RING
from migration_portal.embedded.valkey import ValkeyServer
from tests.apps.validation.play import enrolled
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)

OTHER = "node.00000000-0000-0000-0000-000000000000"
# What a node's user tries that is none of its business: others' queues and keys, the portal's queue, the
# server itself. {own} is its own queue, where a command and not a key is what must be refused.
FOREIGN = [
    "LPUSH portal x", "RPUSH portal x", "LRANGE portal 0 -1", "DEL portal", "BRPOP portal 1", "LLEN portal",
    f"LPUSH {OTHER} x", f"BRPOP {OTHER} 1", f"DEL {OTHER}", f"GET {OTHER}", f"HGET {OTHER}.unacked x",
    f"ZRANGE {OTHER}.unacked_index 0 -1", f"SET {OTHER}.unacked_mutex x",
    "LPUSH cap.other.cpu x", "BRPOP cap.other.cpu 1", "HGET unacked x", "HSET unacked x y",
    "ZADD unacked_index 1 x", "SET unacked_mutex x", "SADD _kombu.binding.portal x",
    "SADD _kombu.binding.celery.pidbox x", "SADD _kombu.binding.celeryev x",
    "KEYS *", "SCAN 0", "RANDOMKEY", "DBSIZE", "FLUSHALL", "FLUSHDB", "SWAPDB 0 1", "MONITOR", "SUBSCRIBE x",
    "PSUBSCRIBE *", "PUBLISH celeryev x", "CONFIG GET *", "CONFIG SET dir /tmp", "DEBUG SLEEP 1", "SHUTDOWN",
    "SAVE", "BGSAVE", "BGREWRITEAOF", "REPLICAOF 127.0.0.1 1", "SYNC", "MODULE LIST", "SCRIPT FLUSH",
    "SCRIPT KILL", "FUNCTION LIST", "ACL LIST", "ACL WHOAMI", "ACL SETUSER x on", "CLIENT LIST",
    "CLIENT KILL TYPE normal", "CLIENT PAUSE 1000", "INFO", "SLOWLOG GET", "LATENCY RESET", "COMMAND",
    "TIME", "ROLE", "LASTSAVE", "MEMORY STATS", "CLUSTER INFO", "WAIT 1 1", "OBJECT HELP",
    "RENAME {own} portal", "COPY {own} portal", "MOVE {own} 1", "MIGRATE 127.0.0.1 1 {own} 0 1",
    "LMOVE {own} portal LEFT LEFT", "RPOPLPUSH {own} portal", "SORT {own} STORE portal", "DUMP {own}",
    "RESTORE {own} 0 x", "EXPIRE {own} 1", "PERSIST {own}", "TYPE {own}", "LRANGE {own} 0 -1",
    # What one server does at a time: a script or a transaction of one node would keep all others waiting.
    "EVAL return(1) 0", "EVAL_RO return(1) 0", "EVALSHA x 0", "EVALSHA_RO x 0", "SCRIPT LOAD return(1)",
    "SCRIPT EXISTS x", "FCALL x 0", "FCALL_RO x 0", "FUNCTION LOAD x", "FUNCTION RESTORE x",
    "MULTI", "EXEC", "DISCARD", "WATCH {own}", "UNWATCH",
]  # fmt: skip


@pytest.fixture
def broker(settings: Any, tmp_path: Path) -> Iterator[ValkeyServer]:
    """Return a broker for nodes alone."""
    server = ValkeyServer(tmp_path / "broker")
    settings.NODE_BROKER_ADMIN_URL = server.reserve()
    parts = urlsplit(server.url())
    settings.NODE_BROKER_URL = f"redis://{parts.hostname}:{parts.port}/0"
    server.start()
    yield server
    server.stop()


@pytest.fixture
def node(cast: Cast, broker: ValkeyServer) -> Node:
    """Return a node that was granted its user."""
    node = enrolled(cast.project)
    assert services.doorbell_of(node, address="10.0.0.1")["url"]
    return node


def client_of(node: Node, broker: ValkeyServer) -> redis.Redis:
    return redis.Redis.from_url(address_of(node, broker.url()), socket_timeout=60)


def test_foreign_commands_are_refused_to_a_node(node: Node, broker: ValkeyServer) -> None:
    with closing(client_of(node, broker)) as client:
        assert client.ping()
        answers = {command: answer_to(client, command.format(own=node.queue)) for command in FOREIGN}
    assert {command: answer for command, answer in answers.items() if not is_refusal(answer)} == {}
    assert len(answers) >= 90


def answer_to(client: redis.Redis, command: str) -> str:
    try:
        return repr(client.execute_command(*command.split()))
    except redis.ResponseError as error:
        return str(error)


def is_refusal(answer: str) -> bool:
    """Tell a refusal from an answer and from every other error."""
    return "ermission" in answer or answer.startswith("DEBUG command not allowed")


LISTENER = """
import json, sys, threading
from migration_node import doorbell
doorbell.TRANSPORT.update(unacked_restore_interval=1)
hung, node, bell = json.loads(sys.argv[1]), sys.argv[2], threading.Event()
doorbell.Doorbell(hung["url"], hung["queues"], node, bell, hung["transport"]).hang()
while bell.wait(60):
    bell.clear()
    print("rang", flush=True)
"""


@contextmanager
def listening(node: Node, broker: ValkeyServer) -> Iterator[subprocess.Popen[str]]:
    """Let a doorbell hang in a process of its own; the broker may have refused it nothing that it needs."""
    hung = services.doorbell_of(node, address="10.0.0.1")
    command = [sys.executable, "-c", LISTENER, json.dumps(hung), str(node.pk)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as listener:
        yield listener
        listener.kill()
    with closing(redis.Redis.from_url(broker.url())) as admin:
        refused = {entry["object"] for entry in admin.acl_log()}
    # The library tells its own name and goes on without.
    assert refused <= {"client|setinfo"}


def test_the_doorbell_rings_for_a_node_with_a_user_of_its_own(node: Node, broker: ValkeyServer) -> None:
    """Celery has no list of what a worker needs: this holds ours against new versions of it."""
    with listening(node, broker) as listener:
        for queue in (node.queue, node.capability_queue):
            assert send(RING, "5d6a6f4e", queue=queue, broker=broker.url())
            assert _line(listener) == "rang\n", _said(listener)


def test_a_ring_that_was_taken_and_never_acknowledged_rings_again(node: Node, broker: ValkeyServer) -> None:
    keys = own_keys(node)
    with closing(redis.Redis.from_url(broker.url())) as admin:
        assert send(RING, "5d6a6f4e", queue=node.queue, broker=broker.url())
        taken = json.loads(admin.rpop(node.queue))
        tag = taken["properties"]["delivery_tag"]
        admin.hset(keys["unacked_key"], tag, json.dumps([taken, "", node.queue]))
        admin.zadd(keys["unacked_index_key"], {tag: 0})

        with listening(node, broker) as listener:
            assert _line(listener) == "rang\n", _said(listener)
            await_empty(admin, keys["unacked_key"])

        assert not admin.zcard(keys["unacked_index_key"])


def await_empty(admin: redis.Redis, key: str) -> None:
    for _ in range(1200):
        if not admin.exists(key):
            return
        time.sleep(0.1)
    pytest.fail(f"{key} keeps what was acknowledged")


def _line(listener: subprocess.Popen[str]) -> str:
    return listener.stdout.readline() if listener.stdout else ""


def _said(listener: subprocess.Popen[str]) -> str:
    listener.kill()
    return listener.stderr.read() if listener.stderr else ""


def test_two_nodes_share_no_password_and_no_key(cast: Cast, node: Node, broker: ValkeyServer) -> None:
    other = enrolled(cast.charlies_project, "other")
    assert services.doorbell_of(other, address="10.0.0.1")["url"]
    mine, theirs = (set(rules_of(one)) for one in (node, other))
    assert not {rule for rule in mine & theirs if rule[0] in "#~"}
    with closing(client_of(other, broker)) as client, pytest.raises(redis.exceptions.NoPermissionError):
        client.lpush(node.queue, "x")


def test_a_node_cannot_reach_a_queue_that_the_portal_listens_to(node: Node, settings: Any) -> None:
    keys = [rule[1:] for rule in rules_of(node) if rule.startswith("~")]
    assert settings.CELERY_TASK_DEFAULT_QUEUE == "portal"
    assert all(
        key.removeprefix("_kombu.").split(".")[0] in {"node", "cap", "binding", "binding_permanent"}
        for key in keys
    )
    assert not any(letter in key for key in keys for letter in "*?[]")


def test_a_chip_cannot_widen_what_its_node_may_do(cast: Cast, node: Node) -> None:
    node.capabilities = {"chip": "cpu* ~* +@all"}
    assert node.capability_queue == f"cap.{cast.project.slug}.cpu-all"


def test_who_goes_loses_its_user_at_once(cast: Cast, node: Node, broker: ValkeyServer) -> None:
    with closing(client_of(node, broker)) as client:
        client.ping()
        services.revoke_token(actor=cast.alice, node=node)
        with pytest.raises(redis.RedisError):
            client.ping()
    old = address_of(node, broker.url())
    node.refresh_from_db()
    assert address_of(node, broker.url()) != old


def test_a_broker_that_lost_its_users_gets_them_back(cast: Cast, node: Node, broker: ValkeyServer) -> None:
    with closing(redis.Redis.from_url(broker.url())) as admin:
        admin.execute_command("ACL DELUSER", user_of(node))
        admin.execute_command("ACL SETUSER", OTHER, "on")
        admin.execute_command("ACL SETUSER", "somebody", "on")
        assert put_right() == 2
        assert put_right() == 0
        assert {user_of(node), "somebody"} < set(admin.execute_command("ACL USERS"))


def test_a_broker_that_is_away_costs_the_doorbell_and_nothing_else(cast: Cast, settings: Any) -> None:
    settings.NODE_BROKER_URL = settings.NODE_BROKER_ADMIN_URL = "redis://127.0.0.1:1/0"
    node = enrolled(cast.project)
    assert services.doorbell_of(node, address="10.0.0.1")["url"] == ""
    assert put_right() == 0
    services.retire(actor=cast.alice, node=node)


def test_the_users_stand_in_an_aclfile_beside_others(
    node: Node, broker: ValkeyServer, tmp_path: Path
) -> None:
    file = tmp_path / "users.acl"
    file.write_text(f"user default off\nuser {OTHER} on\n")
    call_command("node_broker", write=str(file))
    lines = file.read_text().splitlines()
    assert lines[0] == "user default off"
    assert [line.split()[1] for line in lines[1:]] == [user_of(node)]
    assert file.stat().st_mode & 0o777 == 0o600
