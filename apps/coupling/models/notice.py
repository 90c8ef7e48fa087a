"""What the portal tells its people: what a scan changed, and what else they should not miss."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from apps.projects.models import Project
from apps.scans.models import Scan
from migration_engine.text import Text


class Notice(models.Model):
    """A scan differs from the one before; the numbers are those of its `HistoryPoint`.

    Or, without a scan, a sentence in both languages (`told`) with the address where it is seen.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="notices")
    scan = models.OneToOneField(Scan, on_delete=models.CASCADE, null=True, related_name="notice")
    told = models.JSONField(null=True)
    address = models.CharField(max_length=300, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"notice of {self.scan_id or self.address}"

    @property
    def sentence(self) -> Text | None:
        """Return what is told where no scan is."""
        return Text(**self.told) if self.told else None


class NoticeMark(models.Model):
    """Up to which notice a member has seen them."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    seen = models.BigIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("project", "user"), name="one_mark_per_member"),)

    def __str__(self) -> str:
        return f"{self.user_id} has seen {self.seen}"
