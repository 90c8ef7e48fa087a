"""Runs beside web and worker: brings scans, maps and jobs forward whose message or whose worker was lost."""

from __future__ import annotations

import logging
import signal
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import OperationalError, close_old_connections

from apps.coupling.services import end_overdue, request_missing, request_points
from apps.scans.services import requeue_stale
from apps.validation.services import note_presence, reconcile
from apps.validation.services.broker import put_right

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Every RECONCILE_EVERY_S seconds, expire dead leases and ring again for what waits."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="look once and end")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["once"]:
            look()
            return
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        while not stop.wait(settings.RECONCILE_EVERY_S):
            look()


def look() -> None:
    """Reconcile once; a database that is away now is tried again at the next look."""
    close_old_connections()
    try:
        done = bring_forward()
    except OperationalError as error:
        log.warning("the database does not answer, trying again: %s", error)
        return
    if any(done):
        log.info("%s dead leases ended; rang again for %s jobs, %s scans and %s maps", *done)


def bring_forward() -> tuple[int, int, int, int]:
    """End dead leases and ring again for jobs, scans and maps; return how many of each."""
    end_overdue()
    note_presence()
    done = *reconcile(), requeue_stale(), request_missing() + request_points()
    # Last, because a broker that hangs is waited for.
    put_right()
    return done
