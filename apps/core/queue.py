"""The one way to start background work: by name, after the transaction has committed.

A message that cannot be sent is logged and left to the reconciler: the row in PostgreSQL is the truth.
"""

import logging
from functools import partial

from celery import Celery
from django.db import transaction
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

_sender = Celery("portal-sender", set_as_current=False)
_sender.config_from_object("django.conf:settings", namespace="CELERY")


def send_on_commit(task_name: str, *args: int | str, queue: str = "portal") -> None:
    """Ring QUEUE for TASK_NAME once the running transaction has committed."""
    transaction.on_commit(partial(send, task_name, *args, queue=queue))


def send(task_name: str, *args: int | str, queue: str = "portal") -> bool:
    """Ring now; return whether the broker took the message."""
    try:
        _sender.send_task(task_name, args=args, queue=queue, retry=False)
    except (OperationalError, RedisError) as error:
        log.warning("the broker did not take %s%r: %s", task_name, args, error)
        return False
    return True
