"""The doorbell: a Celery worker whose only task is to wake the agent.

The broker carries no work and no truth. Losing it costs at most one poll interval.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence

from celery import Celery
from celery.worker import state
from kombu import Exchange, Queue
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from migration_engine.protocol import Json

log = logging.getLogger(__name__)

RING = "node.ring"
VISIBILITY_S = 120
TRANSPORT = {
    "visibility_timeout": VISIBILITY_S,
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    "health_check_interval": 25,
    "socket_keepalive": True,
    "socket_timeout": 30,
}
NOTHING: Mapping[str, Json] = {}


def doorbell_app(
    url: str, node: str, bell: threading.Event, transport: Mapping[str, Json] = NOTHING
) -> Celery:
    """A Celery application that knows one task; JSON only, nothing can be controlled from outside."""
    own_keys = {
        f"{name}_key": f"node.{node}.{name}" for name in ("unacked", "unacked_index", "unacked_mutex")
    }
    app = Celery("migration_node", broker=url, set_as_current=False, fixups=[])
    app.conf.update(
        accept_content=["json"],
        task_serializer="json",
        task_ignore_result=True,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        worker_prefetch_multiplier=1,
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
        task_create_missing_queues=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        visibility_timeout=VISIBILITY_S,
        broker_transport_options=TRANSPORT | own_keys | dict(transport),
        result_backend_transport_options=TRANSPORT,
    )

    @app.task(name=RING)
    def ring(job: str) -> None:
        log.info("the doorbell rang for job %s", job)
        bell.set()

    return app


class Doorbell:
    """Listens in a thread of its own from `hang` until `take_down`."""

    def __init__(
        self,
        url: str,
        queues: Sequence[str],
        node: str,
        bell: threading.Event,
        transport: Mapping[str, Json] = NOTHING,
    ) -> None:
        app = doorbell_app(url, node, bell, transport)
        # Each with an exchange of its own: the shared one is not ours to bind to.
        app.conf.task_queues = [Queue(name, Exchange(name), routing_key=name) for name in queues]
        self._worker = app.WorkController(
            pool_cls="solo",
            concurrency=1,
            hostname=f"doorbell@{node}",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        self._thread = threading.Thread(target=self._listen, name="doorbell", daemon=True)

    @property
    def hangs(self) -> bool:
        """Whether it still listens; a broker that turns the node away ends that."""
        return self._thread.is_alive()

    def hang(self) -> None:
        """Begin to listen; a broker that does not answer is tried again for ever."""
        self._thread.start()

    def _listen(self) -> None:
        try:
            self._worker.start()
        except (OSError, RedisError, KombuError) as error:
            log.warning("the doorbell fell off, asking every now and then instead: %s", error)

    def take_down(self, seconds: float = 10.0) -> None:
        """Stop listening. Celery keeps this wish per process, so there is one doorbell at a time."""
        state.should_stop = True  # type: ignore[assignment]
        self._thread.join(timeout=seconds)
        state.should_stop = None
