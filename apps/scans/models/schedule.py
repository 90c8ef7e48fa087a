"""When a Git repository is scanned again by itself."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.core.models import TimeStamped
from apps.projects.models import Project
from apps.scans.models.scan import Scan


class Every(models.TextChoices):
    """How often."""

    DAY = "day", _("Every day")
    WEEK = "week", _("Every week")


class Outcome(models.TextChoices):
    """What came of the last time."""

    NEVER = "", _("Not run yet")
    STARTED = "started", _("Scan started")
    BUSY = "busy", _("Left out: the last scan of it was still running")
    TOKEN = "token", _("Left out: its access token can no longer be read; give it again")


class Schedule(TimeStamped):
    """A repository and its times; `missed` counts those that passed while the portal was off."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="schedules")
    git_url = models.CharField(max_length=500)
    git_ref = models.CharField(max_length=200, blank=True)
    every = models.CharField(max_length=4, choices=Every.choices, default=Every.DAY)
    weekday = models.PositiveSmallIntegerField(default=0)
    hour = models.PositiveSmallIntegerField(default=3)
    time_zone = models.CharField(max_length=60)
    is_on = models.BooleanField(default=True)
    next_at = models.DateTimeField()
    last_at = models.DateTimeField(null=True)
    last_outcome = models.CharField(max_length=7, choices=Outcome.choices, blank=True)
    last_scan = models.ForeignKey(Scan, null=True, on_delete=models.SET_NULL, related_name="+")
    missed = models.PositiveIntegerField(default=0)
    made_by = models.CharField(max_length=150)

    class Meta:
        ordering = ("git_url", "id")

    def __str__(self) -> str:
        return f"{self.git_url} {self.every}"


class ScheduleToken(models.Model):
    """The access token with which a private repository is read at its times, sealed; no page shows it."""

    schedule = models.OneToOneField(Schedule, on_delete=models.CASCADE, related_name="token")
    sealed = models.BinaryField()

    def __str__(self) -> str:
        return f"token of schedule {self.schedule_id}"
