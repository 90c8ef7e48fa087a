"""Scans whose worker died or whose message was lost: the reconciler puts them back into the queue."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Now

from apps.core.queue import send_on_commit
from apps.scans.models import Scan, State
from apps.scans.services.ending import fail_scan
from migration_engine.text import Text

SILENCE = timedelta(seconds=60)
MAX_ATTEMPTS = 3


@transaction.atomic
def requeue_stale() -> int:
    """Ring again for scans that nobody works on; return how many. Two at once do the work of one."""
    return _give_up() + _take_back() + _ring_again()


def _silent() -> list[Scan]:
    quiet = Scan.objects.filter(state=State.RUNNING, heartbeat_at__lt=Now() - SILENCE)
    return list(quiet.select_for_update(skip_locked=True))


def _give_up() -> int:
    """Fail the scans that took their worker down each time."""
    given_up = [scan for scan in _silent() if scan.attempts >= MAX_ATTEMPTS]
    for scan in given_up:
        message = Text(
            f"The worker died {scan.attempts} times during this scan. Try a smaller part of the source.",
            f"扫描期间工作进程已异常退出 {scan.attempts} 次。请尝试只扫描部分源码。",
        )
        fail_scan(scan_id=scan.pk, code="worker_lost", message=message, run_token=scan.run_token)
    return len(given_up)


def _take_back() -> int:
    """Queue silent scans again; a worker that wakes up finds its token gone and can write nothing."""
    silent = _silent()
    for scan in silent:
        Scan.objects.owned(scan.pk, scan.run_token).update(state=State.QUEUED, run_token="", updated_at=Now())
        send_on_commit("scans.run", scan.pk)
    return len(silent)


def _ring_again() -> int:
    """Ring for queued scans whose message may be lost, at most once in each SILENCE."""
    waiting = Scan.objects.filter(state=State.QUEUED, updated_at__lt=Now() - SILENCE)
    rung = list(waiting.select_for_update(skip_locked=True).values_list("pk", flat=True))
    Scan.objects.filter(pk__in=rung).update(updated_at=Now())
    for scan_id in rung:
        send_on_commit("scans.run", scan_id)
    return len(rung)
