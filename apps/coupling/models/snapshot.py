"""The stored coupling map of a scan."""

from __future__ import annotations

from django.db import models

from apps.core.models import TimeStamped
from apps.scans.models import Scan


class MapSnapshot(TimeStamped):
    """The map that the engine drew of one scan; pages read it and never compute it.

    `dependents` holds, for each component id, the ids that depend on it directly: all of them, while
    the drawn edges of `data` are capped.
    """

    scan = models.OneToOneField(Scan, on_delete=models.CASCADE, related_name="map")
    engine_version = models.CharField(max_length=40)
    data = models.JSONField()
    dependents = models.JSONField()
    sha256 = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"map of scan {self.scan_id}"
