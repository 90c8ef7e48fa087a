"""What people had called fixed and a later scan found again."""

from __future__ import annotations

from django.db import models

from apps.scans.models import Scan


class Returned(models.Model):
    """A finding that stood as fixed when this scan came and held it, open, for the first time since then.

    It is written once and kept, whatever people decide later: what a scan found does not change.
    """

    scan = models.ForeignKey(Scan, on_delete=models.CASCADE, related_name="returned")
    identity = models.CharField(max_length=80)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("scan", "identity"), name="one_return_per_finding_in_scan"),
        )

    def __str__(self) -> str:
        return self.identity
