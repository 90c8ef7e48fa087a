"""Files that an attempt hands in beside its result."""

from __future__ import annotations

import uuid
from pathlib import Path

from django.conf import settings
from django.db import models

from apps.validation.models.job import Attempt


class Artifact(models.Model):
    """A file in chunks: `received` bytes are on disk, all `size` of them once `complete_at` is set.

    It stays when the accepted result of its attempt names it (`is_named`).
    The name is what the node called it, for people; on disk the file has a name that we chose.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="artifacts")
    name = models.CharField(max_length=200)
    media_type = models.CharField(max_length=100)
    size = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    received = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    complete_at = models.DateTimeField(null=True)
    is_named = models.BooleanField(default=False)
    broken_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("name", "id")
        constraints = (
            models.UniqueConstraint(fields=("attempt", "name", "sha256"), name="artifact_once_an_attempt"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def file(self) -> Path:
        """Return where its bytes lie, while they come and afterwards."""
        return folder() / self.pk.hex[:2] / self.pk.hex


def folder() -> Path:
    """Return where all artifacts lie."""
    return Path(settings.MEDIA_ROOT) / "artifacts"
