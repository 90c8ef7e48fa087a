"""What a node that was taken over can do at the broker with its own user: hear its doorbell, nothing else."""

import pytest
import redis

from apps.projects.models import Project
from apps.validation.models import Node
from benchmarks.light_node import LightNode
from tests.faults.figures import settle
from tests.faults.stage import Stage

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

# Each would show or change something of others, of the server, or of the portal.
FOREIGN = (
    "KEYS *", "SCAN 0", "RANDOMKEY", "DBSIZE", "FLUSHALL", "FLUSHDB", "SWAPDB 0 1", "MOVE portal 1",
    "CONFIG GET *", "CONFIG SET maxmemory 1", "DEBUG SLEEP 1", "SHUTDOWN NOSAVE", "SAVE", "BGSAVE",
    "BGREWRITEAOF", "REPLICAOF 127.0.0.1 1", "MONITOR", "SLOWLOG GET", "INFO", "CLIENT LIST",
    "CLIENT KILL TYPE normal", "CLIENT PAUSE 1000", "ACL LIST", "ACL WHOAMI", "ACL SETUSER x on",
    "MODULE LIST", "FUNCTION LIST", "SCRIPT FLUSH", "SCRIPT KILL", "PUBLISH portal x", "SUBSCRIBE portal",
    "PSUBSCRIBE *", "LLEN portal", "BRPOP portal 1", "LPUSH portal x", "RPUSH portal x", "DEL portal",
    "GET session", "SET session x", "HGETALL unacked", "HGET unacked x", "ZRANGE unacked_index 0 -1",
    "SADD _kombu.binding.celery x", "SMEMBERS _kombu.binding.celery", "LRANGE portal 0 -1", "TYPE portal",
    "RENAME portal x", "EXPIRE portal 1", "BRPOP node.other 1", "LPUSH node.other x",
    "OBJECT ENCODING portal", "DUMP portal", "RESTORE x 0 x", "XADD portal * a b",
    "HGET node.other.unacked x", "EVAL return(redis.call('get','x')) 0",
    "EVAL return(redis.call('flushall')) 0", "EVAL return(redis.call('lpush','portal','x')) 0",
    # What one server does at a time: an endless script, also one that wrote before, or a long transaction.
    "EVAL while(true)do(1)end 0", "EVAL redis.call('set','x','y')while(true)do(1)end 0",
    "EVAL_RO return(1) 0", "EVALSHA x 0", "SCRIPT LOAD return(1)", "FCALL x 0", "FUNCTION LOAD x",
    "MULTI", "EXEC", "WATCH portal",
)  # fmt: skip


def user_of(stage: Stage, project: Project) -> tuple[Node, redis.Redis]:
    """Return a node and its own connection to the broker."""
    light = LightNode(stage.url, stage.token_of(stage.enrol(project, "taken-over")))
    address = light.hello().json()["doorbell"]["url"]
    node = Node.objects.get(project=project)
    assert f"node.{node.pk}:" in address
    return node, redis.Redis.from_url(address, socket_timeout=60)


def is_denied(broker: redis.Redis, command: str) -> bool:
    try:
        broker.execute_command(*command.split(" "))
    except redis.ResponseError as error:
        # DEBUG is off for everybody, by the server's own settings.
        return "permission" in str(error).lower() or "not allowed" in str(error)
    return False


def test_every_foreign_command_is_denied(stage: Stage, project: Project) -> None:
    _, broker = user_of(stage, project)

    allowed = [command for command in FOREIGN if not is_denied(broker, command)]

    assert allowed == []
    n = len(FOREIGN)
    settle(stage, project, "S17 foreign commands at the broker", faults=n, denied=n, tried=n)
