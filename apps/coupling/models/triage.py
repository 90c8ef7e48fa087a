"""What people decided about findings: kept by identity and branch, whatever later scans bring."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from apps.projects.models import Project
from apps.scans.models import Scan


class TriageStatus(models.TextChoices):
    """What people say of a finding; that one has returned, only a scan can say."""

    OPEN = "open", pgettext_lazy("finding", "Open")
    IN_WORK = "in_work", _("In work")
    HANDLED = "handled", _("Handled")
    DISMISSED = "dismissed", _("Dismissed")
    FIXED = "fixed", _("Fixed")


class TriageQuerySet(models.QuerySet["Triage"]):
    """Triage as pages ask for it."""

    def of(self, scan: Scan) -> TriageQuerySet:
        """Return what holds for the findings of a scan: its project's, on its branch."""
        return self.filter(project=scan.project_id, branch=scan.branch)


class Triage(models.Model):
    """The word on one finding. A dismissal has a reason and ends at `until`; `scan` was the newest one then.

    A finding that was called fixed and is in a later scan has returned.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="triage")
    branch = models.CharField(max_length=200, blank=True)
    identity = models.CharField(max_length=80)
    status = models.CharField(max_length=10, choices=TriageStatus.choices, default=TriageStatus.OPEN)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="findings"
    )
    note = models.TextField(blank=True)
    reason = models.TextField(blank=True)
    until = models.DateField(null=True)
    scan_number = models.PositiveIntegerField()
    changed_by = models.CharField(max_length=150)
    changed_at = models.DateTimeField()
    last = models.ForeignKey("TriageChange", on_delete=models.CASCADE, related_name="+")

    objects = TriageQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("project", "branch", "identity"), name="one_triage_per_finding"),
        )
        indexes = (models.Index(fields=("project", "branch", "status"), name="triage_status"),)

    def __str__(self) -> str:
        return f"{self.identity} is {self.status}"


class TriageChange(models.Model):
    """One act of triage on any number of findings: what was set, on which, and whether it was undone."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="triage_changes")
    branch = models.CharField(max_length=200, blank=True)
    actor = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)
    what = models.JSONField()
    filter = models.TextField(blank=True)
    count = models.PositiveIntegerField(default=0)
    undone_at = models.DateTimeField(null=True)
    undone_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.actor} on {self.count} findings"


class TriageStep(models.Model):
    """What one act did to one finding; `before` is null where nobody had said anything yet."""

    change = models.ForeignKey(TriageChange, on_delete=models.CASCADE, related_name="steps")
    identity = models.CharField(max_length=80)
    before = models.JSONField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("change", "identity"), name="one_step_per_finding"),)
        indexes = (models.Index(fields=("identity",), name="triage_step_identity"),)

    def __str__(self) -> str:
        return self.identity
