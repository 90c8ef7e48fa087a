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
RETRY_S = 5.0
LOOK = "npu-migrate-node doctor says where it hangs and what to do"
TRANSPORT = {
    "visibility_timeout": VISIBILITY_S,
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    "health_check_interval": 25,
    "socket_keepalive": True,
    "socket_timeout": 30,
    "socket_connect_timeout": 10,
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
        # We try again ourselves: Celery would go on with an old password, and cannot be told to stop.
        broker_connection_retry=False,
        broker_connection_retry_on_startup=False,
        broker_transport="migration_node.plain_broker:PlainTransport",
        visibility_timeout=VISIBILITY_S,
        broker_transport_options=TRANSPORT | own_keys | dict(transport),
        result_backend_transport_options=TRANSPORT,
    )

    # Not shared: Celery would give the first bell to every later doorbell of this process.
    @app.task(name=RING, shared=False)
    def ring(job: str) -> None:
        log.info("the doorbell rang for job %s", job)
        bell.set()

    return app


class Doorbell:
    """Listens in a thread of its own from `hang` until `take_down`; a broker that is away is tried again."""

    def __init__(
        self,
        url: str,
        queues: Sequence[str],
        node: str,
        bell: threading.Event,
        transport: Mapping[str, Json] = NOTHING,
    ) -> None:
        self._app = doorbell_app(url, node, bell, transport)
        # Each with an exchange of its own: the shared one is not ours to bind to.
        self._app.conf.task_queues = [Queue(name, Exchange(name), routing_key=name) for name in queues]
        self._hostname = f"doorbell@{node}"
        self._down = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="doorbell", daemon=True)

    @property
    def hangs(self) -> bool:
        """Whether it listens or tries to."""
        return self._thread.is_alive()

    def hang(self) -> None:
        """Begin to listen."""
        # Celery tells of a lost broker by a traceback each time; one line of ours is enough.
        logging.getLogger("celery").setLevel(logging.CRITICAL + 1)
        self._thread.start()

    def take_down(self, seconds: float = 20.0) -> None:
        """Stop listening. Celery keeps this wish per process, so there is one doorbell at a time."""
        self._down.set()
        state.should_stop = True  # type: ignore[assignment]
        self._thread.join(timeout=seconds)
        state.should_stop = None

    def _listen(self) -> None:
        # Of this thread alone: Celery looks the task up in the thread's current application.
        self._app.set_current()
        told = ""
        while not self._down.is_set():
            try:
                self._until_it_falls_off()
                told = ""
            except (OSError, RedisError, KombuError) as error:
                # Once is enough: it is tried again every few seconds, for days behind a firewall.
                if str(error) != told:
                    told = str(error)
                    log.warning("no doorbell, asking every now and then instead: %s. %s", told, LOOK)
            self._down.wait(RETRY_S)

    def _until_it_falls_off(self) -> None:
        """Connect first by ourselves, because Celery keeps to itself why it could not."""
        with self._app.connection_for_read() as connection:
            connection.ensure_connection(max_retries=1, interval_start=0, interval_max=0)
        worker = self._app.WorkController(
            pool_cls="solo",
            concurrency=1,
            hostname=self._hostname,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        log.info("the doorbell hangs")
        worker.start()
        if not self._down.is_set():
            log.warning("the doorbell fell off")
