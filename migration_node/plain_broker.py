"""Celery's way to the broker in single commands: a node's user there may send no script and no transaction.

Either could keep the server from answering everybody else. What they would guard are keys of this node alone.
"""

from __future__ import annotations

from json import loads
from typing import Any

from kombu.transport import redis as kombu
from redis import Redis
from redis.lock import Lock


class PlainLock(Lock):
    """Ended by removing its key: nobody else takes it."""

    def register_scripts(self) -> None:
        """Know none."""

    def do_release(self, expected_token: str) -> None:
        """Give the lock back."""
        self.redis.delete(self.name)


class PlainClient(Redis):
    """A client whose locks use no script and whose pipelines are no transactions."""

    def lock(self, name: str, timeout: float | None = None, **options: Any) -> Lock:  # type: ignore[override]
        """Return a lock that is not taken yet."""
        return super().lock(name, timeout, lock_class=PlainLock, **options)  # type: ignore[no-any-return]

    def pipeline(self, transaction: bool = False, shard_hint: str | None = None) -> Any:
        """Return commands that are sent together and answered one by one."""
        return super().pipeline(transaction=False, shard_hint=shard_hint)


class PlainQoS(kombu.QoS):  # type: ignore[misc, unused-ignore]
    """Keeps what was delivered until it is acknowledged."""

    # The library's stubs know the general ones only.
    channel: Any
    _remove_from_indices: Any

    def restore_by_tag(self, tag: str, client: Redis | None = None, leftmost: bool = False) -> None:
        """Put a message back before it is forgotten here: in between it may come twice, never not at all."""
        with self.channel.conn_or_acquire(client) as broker:
            kept = broker.hget(self.unacked_key, tag)
            commands = broker.pipeline()
            if kept:
                message, exchange, routing_key = loads(kept)
                self.channel._do_restore_message(message, exchange, routing_key, commands, leftmost)
            self._remove_from_indices(tag, commands).execute()


class PlainChannel(kombu.Channel):  # type: ignore[misc, unused-ignore]
    """A channel of such clients."""

    QoS = PlainQoS

    def _get_client(self) -> type[Redis]:
        return PlainClient


class PlainTransport(kombu.Transport):  # type: ignore[misc, unused-ignore]
    """What Celery is told to use."""

    Channel = PlainChannel
