"""What one scan adds to the burn-down."""

from __future__ import annotations

from django.db import models

from apps.scans.models import Scan


class HistoryPoint(models.Model):
    """Counted from a scan's map, so under its overrides, and counted anew when the map is drawn anew.

    `layers` holds for each layer {strong, weak, low, likely, high}: open findings that bind, and person-days.
    `scope` counts every such finding that any scan of the branch up to this one had open, without what is
    left out. `scanned` holds {findings, likely} as they were without `overrides`, the ids of those applied.
    `changes` counts what became of the findings since the scan before, as the comparison of the two tells.
    """

    scan = models.OneToOneField(Scan, on_delete=models.CASCADE, related_name="point")
    layers = models.JSONField()
    strong = models.PositiveIntegerField()
    weak = models.PositiveIntegerField()
    scope = models.PositiveIntegerField()
    low = models.FloatField()
    likely = models.FloatField()
    high = models.FloatField()
    overrides = models.JSONField(default=list)
    scanned = models.JSONField(default=dict)
    changes = models.JSONField(default=dict)
    counted_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"history of scan {self.scan_id}"

    @property
    def open(self) -> int:
        """Open findings that bind."""
        return self.strong + self.weak
