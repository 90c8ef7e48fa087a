"""The background work of scans: load, call."""

from celery import shared_task

from apps.scans import services


@shared_task(name="scans.run")
def run(scan_id: int) -> None:
    """Run one scan."""
    services.run_scan(scan_id=scan_id)
