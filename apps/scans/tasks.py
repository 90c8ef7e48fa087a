"""The background work of scans: load, call."""

from celery import shared_task

from apps.scans import services
from apps.scans.sources import forget_old_sources


@shared_task(name="scans.run")
def run(scan_id: int) -> None:
    """Run one scan."""
    services.run_scan(scan_id=scan_id)


@shared_task(name="scans.rescan_due")
def rescan_due() -> None:
    """Scan again what is due."""
    services.rescan_due()


@shared_task(name="scans.forget_sources")
def forget_sources() -> None:
    """Remove source that was kept for its days."""
    forget_old_sources()
