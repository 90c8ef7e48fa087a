"""The background work of scans: load, call."""

from __future__ import annotations

import logging
import secrets

from celery import shared_task

from apps.scans import services
from migration_engine.text import Text

log = logging.getLogger(__name__)

CRASHED = Text(
    "The scan stopped on a fault of ours, which is in the log. Try again, or report it.",
    "扫描因系统内部故障中止，详情已写入日志。请重试，或反馈该问题。",
)


@shared_task(name="scans.run")
def run(scan_id: int) -> None:
    """Run one scan. An unexpected error ends here: logged in full, told to people in one sentence."""
    # A token for each delivery: the crash of one must not fail the scan that another one runs.
    run_token = secrets.token_hex(16)
    try:
        services.run_scan(scan_id=scan_id, run_token=run_token)
    except Exception:
        log.exception("scan %s crashed", scan_id)
        services.fail_scan(scan_id=scan_id, code="crashed", message=CRASHED, run_token=run_token)
        raise
