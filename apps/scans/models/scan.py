"""A scan and the file it was made from."""

from __future__ import annotations

from django.db import models
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from apps.core.models import TimeStamped
from apps.projects.models import Project
from apps.scans.models.project_branch import ProjectBranch
from migration_engine.text import Text


class UploadKind(models.TextChoices):
    """What somebody handed over."""

    ARCHIVE = "archive", _("Archive")
    DOCUMENT = "document", _("Scan document")


class SourceKind(models.TextChoices):
    """Where the scanned tree came from; a server folder only ever by command line."""

    ARCHIVE = "archive", _("Archive")
    GIT = "git", _("Git repository")
    DOCUMENT = "document", _("Scan document")
    FOLDER = "folder", _("Server folder")


class State(models.TextChoices):
    """How far a scan is; the last two are for good."""

    QUEUED = "queued", _("Queued")
    RUNNING = "running", _("Running")
    SUCCEEDED = "succeeded", _("Succeeded")
    FAILED = "failed", _("Failed")


class Upload(TimeStamped):
    """One file that was handed over. It lies under its own hash; the name is for show only."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="uploads")
    kind = models.CharField(max_length=10, choices=UploadKind.choices)
    sha256 = models.CharField(max_length=64)
    size = models.BigIntegerField()
    original_name = models.CharField(max_length=255)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return self.original_name


class ScanQuerySet(models.QuerySet["Scan"]):
    """Scans as pages and the reconciler ask for them."""

    def of(self, project: Project) -> ScanQuerySet:
        """Return the scans of one project."""
        return self.filter(project=project)

    def succeeded(self) -> ScanQuerySet:
        """Return the scans whose rows and document are complete."""
        return self.filter(state=State.SUCCEEDED)

    def of_project_branch(self) -> ScanQuerySet:
        """Return those of their project's branch: the chosen one, else that of its first finished scan."""
        chosen = ProjectBranch.objects.filter(project=OuterRef("project")).values("branch")
        done = Scan.objects.succeeded().filter(project=OuterRef("project")).order_by("number")
        return self.filter(branch=Coalesce(Subquery(chosen[:1]), Subquery(done.values("branch")[:1])))

    def owned(self, scan_id: int, run_token: str) -> ScanQuerySet:
        """Return the scan only while the run that holds RUN_TOKEN still owns it."""
        return self.filter(pk=scan_id, state=State.RUNNING, run_token=run_token)


class Scan(TimeStamped):
    """One look at one tree. It is never overwritten; the next look is the next number.

    `changes` counts, against the scan `compared_with`, what is new, returned, changed, moved, same, fixed and
    not_checked; it is empty for the first scan.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="scans")
    number = models.PositiveIntegerField()
    source_kind = models.CharField(max_length=10, choices=SourceKind.choices)
    source_name = models.CharField(max_length=255)
    git_url = models.CharField(max_length=500, blank=True)
    git_ref = models.CharField(max_length=200, blank=True)
    is_private = models.BooleanField(default=False)
    branch = models.CharField(max_length=200, blank=True)
    folder = models.CharField(max_length=1000, blank=True)
    upload = models.ForeignKey(Upload, null=True, on_delete=models.SET_NULL, related_name="scans")
    requested_by = models.CharField(max_length=150)

    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    steps = models.JSONField(default=list)
    run_token = models.CharField(max_length=32, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    heartbeat_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.TextField(blank=True)
    error_message_zh = models.TextField(blank=True)

    tool_version = models.CharField(max_length=40, blank=True)
    rules_version = models.CharField(max_length=80, blank=True)
    root_hash = models.CharField(max_length=80, blank=True)
    revision = models.CharField(max_length=80, blank=True)
    coverage = models.JSONField(default=dict)
    counts = models.JSONField(default=dict)
    rules = models.JSONField(default=list)
    own_rules = models.JSONField(default=list)
    document_hash = models.CharField(max_length=64, blank=True)
    compared_with = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="+")
    changes = models.JSONField(default=dict)

    objects = ScanQuerySet.as_manager()

    class Meta:
        ordering = ("-number",)
        constraints = (models.UniqueConstraint(fields=("project", "number"), name="scan_number_in_project"),)
        indexes = (models.Index(fields=("state", "heartbeat_at"), name="scan_state_heartbeat"),)

    def __str__(self) -> str:
        return f"#{self.number} {self.source_name}"

    @property
    def is_over(self) -> bool:
        """Tell whether nothing will change any more."""
        return self.state in {State.SUCCEEDED, State.FAILED}

    @property
    def error_text(self) -> Text:
        """Return why the scan failed, in both languages: the worker that wrote it knows no reader."""
        return Text(self.error_message, self.error_message_zh or self.error_message)


class GitToken(models.Model):
    """The access token of a private repository, sealed, from the request until its scan is over."""

    scan = models.OneToOneField(Scan, on_delete=models.CASCADE, related_name="git_token")
    sealed = models.BinaryField()

    def __str__(self) -> str:
        return f"token of scan {self.scan_id}"
