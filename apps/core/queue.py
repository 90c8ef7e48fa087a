"""The one way to start background work: by name, after the transaction has committed.

A message that cannot be sent is logged and left to the reconciler: the row in PostgreSQL is the truth.
"""

import logging
from functools import cache, partial

from celery import Celery
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError
from redis import RedisError

log = logging.getLogger(__name__)

# A request waits no longer than this for a broker that hangs; a worker that listens has to.
PATIENCE = {"socket_timeout": 5, "socket_connect_timeout": 3}


def send_on_commit(task_name: str, *args: int | str, queue: str = "portal", broker: str = "") -> None:
    """Ring QUEUE for TASK_NAME once the running transaction has committed; BROKER is ours unless given."""
    transaction.on_commit(partial(send, task_name, *args, queue=queue, broker=broker))


def send(task_name: str, *args: int | str, queue: str = "portal", broker: str = "") -> bool:
    """Ring now; return whether the broker took the message."""
    sender = _sender(broker or settings.CELERY_BROKER_URL)
    try:
        sender.send_task(task_name, args=args, queue=queue, retry=False)
    except (OperationalError, RedisError) as error:
        log.warning("the broker did not take %s%r: %s", task_name, args, error)
        return False
    return True


@cache
def _sender(broker: str) -> Celery:
    sender = Celery("portal-sender", broker=broker, set_as_current=False)
    sender.config_from_object("django.conf:settings", namespace="CELERY")
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS | PATIENCE
    sender.conf.update(broker_url=broker, broker_transport_options=options)
    return sender
