"""What one scan adds to the burn-down."""

from __future__ import annotations

from django.db import models

from apps.scans.models import Scan


class HistoryPoint(models.Model):
    """Counted once from the scan's document and rows, in the background.

    `layers` holds for each layer {strong, weak, low, likely, high}: open findings that bind, and person-days.
    `scope` counts every such finding that any scan of the branch up to this one had open.
    """

    scan = models.OneToOneField(Scan, on_delete=models.CASCADE, related_name="point")
    layers = models.JSONField()
    strong = models.PositiveIntegerField()
    weak = models.PositiveIntegerField()
    scope = models.PositiveIntegerField()
    low = models.FloatField()
    likely = models.FloatField()
    high = models.FloatField()

    def __str__(self) -> str:
        return f"history of scan {self.scan_id}"

    @property
    def open(self) -> int:
        """Open findings that bind."""
        return self.strong + self.weak
