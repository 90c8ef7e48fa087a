"""The background work of scans: load, call."""

from __future__ import annotations

import logging
from typing import Any

from celery import Task, shared_task

from apps.scans import services
from migration_engine.text import Text

log = logging.getLogger(__name__)

CRASHED = Text(
    "The scan stopped on a fault of ours, which is in the log. Try again, or report it.",
    "扫描因系统内部故障中止，详情已写入日志。请重试，或反馈该问题。",
)


class ScanTask(Task):  # type: ignore[type-arg]
    """The border where an unexpected error ends: logged in full, told to people in one sentence."""

    def on_failure(
        self, exc: Exception, task_id: str, args: tuple[Any, ...], kwargs: dict[str, Any], einfo: object
    ) -> None:
        """Record the crash on the scan."""
        log.error("scan %s crashed", args[0], exc_info=exc)
        services.fail_scan(scan_id=args[0], code="crashed", message=CRASHED)


@shared_task(name="scans.run", base=ScanTask)
def run(scan_id: int) -> None:
    """Run one scan."""
    services.run_scan(scan_id=scan_id)
