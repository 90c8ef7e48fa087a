"""The background work of coupling: load, call."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from celery import shared_task
from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError

from apps.coupling import services
from apps.scans.models import Scan

log = logging.getLogger(__name__)


@shared_task(name="coupling.build_map")
def build_map(scan_id: int) -> None:
    """Draw and store the map of one scan."""
    with while_there_is(scan_id):
        services.store_map(scan_id=scan_id)


@shared_task(name="coupling.measure")
def measure(scan_id: int) -> None:
    """Count what one scan adds to the burn-down."""
    with while_there_is(scan_id):
        services.store_point(scan_id=scan_id)


@contextmanager
def while_there_is(scan_id: int) -> Iterator[None]:
    """End work quietly whose scan was deleted while its message was on the way, or while it was done."""
    try:
        yield
    except (ObjectDoesNotExist, IntegrityError):
        if Scan.objects.filter(pk=scan_id).exists():
            raise
        log.info("scan %s was deleted meanwhile, there is nothing left to do for it", scan_id)
