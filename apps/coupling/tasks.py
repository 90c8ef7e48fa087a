"""The background work of coupling: load, call."""

from celery import shared_task

from apps.coupling import services


@shared_task(name="coupling.build_map")
def build_map(scan_id: int) -> None:
    """Draw and store the map of one scan."""
    services.store_map(scan_id=scan_id)


@shared_task(name="coupling.measure")
def measure(scan_id: int) -> None:
    """Count what one scan adds to the burn-down."""
    services.store_point(scan_id=scan_id)
