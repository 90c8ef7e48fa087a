"""What one scan found: its components, files and findings; written once, by COPY.

Keys have no index of their own where a constraint or an index begins with them, and findings none for the
orders in which they are listed: lists are made from the packed columns of the map.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.scans.models.scan import Scan


class Component(models.Model):
    """A unit that is moved as one; `key` is its id in the scan document and in addresses."""

    scan = models.ForeignKey(Scan, on_delete=models.CASCADE, related_name="components", db_index=False)
    key = models.CharField(max_length=400)
    name = models.CharField(max_length=400)
    paths = models.JSONField()
    layer = models.CharField(max_length=2)
    layer_votes = models.JSONField()
    coupling = models.CharField(max_length=6)
    strong = models.PositiveIntegerField()
    weak = models.PositiveIntegerField()
    handled = models.PositiveIntegerField()
    debt = models.PositiveIntegerField()
    files = models.PositiveIntegerField()
    lines = models.PositiveIntegerField()

    class Meta:
        ordering = ("-layer", "name")
        constraints = (models.UniqueConstraint(fields=("scan", "key"), name="component_key_in_scan"),)

    def __str__(self) -> str:
        return self.name


class SourceFile(models.Model):
    """One file as the scan saw it."""

    scan = models.ForeignKey(Scan, on_delete=models.CASCADE, related_name="files", db_index=False)
    component = models.ForeignKey(Component, null=True, on_delete=models.CASCADE, related_name="source_files")
    path = models.TextField()
    language = models.CharField(max_length=40)
    role = models.CharField(max_length=10)
    hash = models.CharField(max_length=80)
    bytes = models.BigIntegerField()
    lines = models.PositiveIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("scan", "path"), name="file_path_in_scan"),)

    def __str__(self) -> str:
        return self.path


class Change(models.TextChoices):
    """What a finding is against the scan before; nothing for the first scan of a project."""

    NEW = "new", _("New")
    RETURNED = "returned", _("Returned")
    CHANGED = "changed", _("Changed")
    MOVED = "moved", _("Moved")
    SAME = "same", _("Unchanged")


class Finding(models.Model):
    """One rule matched at one span. `layer` is the component's role, `binds_layer` where it binds.

    `identity` is the fingerprint under which it was first seen: it stays when a file is renamed or the code
    written anew. `rank` sorts open before handled, then strong before weak.
    """

    scan = models.ForeignKey(Scan, on_delete=models.CASCADE, related_name="findings", db_index=False)
    component = models.ForeignKey(
        Component, null=True, on_delete=models.CASCADE, related_name="findings", db_index=False
    )
    key = models.CharField(max_length=80)
    fingerprint = models.CharField(max_length=80)
    rule = models.CharField(max_length=120)
    kind = models.CharField(max_length=12)
    path = models.TextField()
    line = models.PositiveIntegerField()
    end_line = models.PositiveIntegerField()
    column = models.PositiveIntegerField()
    end_column = models.PositiveIntegerField()
    symbol = models.TextField()
    layer = models.CharField(max_length=2, blank=True)
    binds_layer = models.CharField(max_length=2)
    coupling = models.CharField(max_length=6)
    status = models.CharField(max_length=10)
    confidence = models.CharField(max_length=10)
    handled_by = models.TextField(blank=True)
    snippet = models.TextField(blank=True)
    identity = models.CharField(max_length=80)
    change = models.CharField(max_length=8, choices=Change.choices, blank=True)
    rank = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("scan", "fingerprint"), name="finding_fingerprint_in_scan"),
            models.UniqueConstraint(fields=("scan", "identity"), name="finding_identity_in_scan"),
        )
        indexes = (
            models.Index(fields=("scan", "rule"), name="finding_scan_rule"),
            models.Index(fields=("component", "status"), name="finding_component_status"),
        )

    def __str__(self) -> str:
        return f"{self.rule} at {self.path}:{self.line}"
