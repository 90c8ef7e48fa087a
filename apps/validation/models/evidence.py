"""The accepted result of a job, kept byte for byte."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from django.db import models

from apps.validation.models.job import Attempt, Job
from migration_engine.protocol import Verdict, digest


class Evidence(models.Model):
    """What a node measured. `sha256` was taken at receipt, over the canonical bytes in `document`.

    `broken_at` is when the nightly look found other bytes than those that were received.
    """

    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="evidence")
    attempt = models.ForeignKey(Attempt, on_delete=models.PROTECT, related_name="evidence")
    round = models.PositiveSmallIntegerField(default=0)
    sha256 = models.CharField(max_length=64)
    verdict = models.CharField(max_length=10, choices=[(str(v), str(v)) for v in Verdict])
    rehearsal = models.BooleanField()
    measured_on = models.JSONField()
    document = models.BinaryField()
    received_at = models.DateTimeField(auto_now_add=True)
    checked_at = models.DateTimeField(null=True)
    broken_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("received_at", "id")
        constraints = (models.UniqueConstraint(fields=("job", "round"), name="one_accepted_result_a_round"),)

    def __str__(self) -> str:
        return f"evidence {self.sha256[:12]}"

    @property
    def kind(self) -> str:
        """Return the kind of the job."""
        return self.job.kind

    @cached_property
    def content(self) -> dict[str, Any]:
        """Return the result document."""
        content: dict[str, Any] = json.loads(bytes(self.document))
        return content

    @property
    def values(self) -> dict[str, Any]:
        """Return the kind's own data."""
        values: dict[str, Any] = self.content["data"]
        return values

    @property
    def found_sha256(self) -> str:
        """Return the hash of what is stored now; it differs from `sha256` only after tampering."""
        return digest(bytes(self.document))


class LateResult(models.Model):
    """What came under an attempt that was over: kept to be looked at, never evidence."""

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="late_results")
    sha256 = models.CharField(max_length=64)
    document = models.BinaryField()
    received_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("received_at", "id")
        constraints = (models.UniqueConstraint(fields=("attempt",), name="one_late_result_an_attempt"),)

    def __str__(self) -> str:
        return f"late result of {self.attempt_id}"
