"""Looking every night whether evidence is still what was received."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.urls import reverse

from apps.core import audit
from apps.core.files import sha256_of
from apps.coupling.services import tell
from apps.validation.models import Artifact, Evidence, Job
from migration_engine.text import Text


def verify_evidence() -> int:
    """Hash all evidence and its files again; return how many do not match. A mismatch is marked and audited.

    What matches again, after somebody brought back a backup, is whole again, and that is audited too.
    """
    broken = 0
    for one in Evidence.objects.order_by("pk").select_related("job__project").iterator(chunk_size=50):
        Evidence.objects.filter(pk=one.pk).update(checked_at=Now())
        whole = one.found_sha256 == one.sha256
        _mark(Evidence.objects.filter(pk=one.pk), whole, one.job, one.sha256)
        broken += not whole
    return broken + _verify_files()


def _verify_files() -> int:
    broken = 0
    files = Artifact.objects.exclude(complete_at=None).select_related("attempt__job__project")
    for one in files.iterator(chunk_size=50):
        whole = _is_whole(one)
        _mark(Artifact.objects.filter(pk=one.pk), whole, one.attempt.job, one.sha256)
        broken += not whole
    return broken


def _is_whole(artifact: Artifact) -> bool:
    return artifact.file.is_file() and sha256_of(artifact.file) == artifact.sha256


@transaction.atomic
def _mark(row: QuerySet[Any], whole: bool, job: Job, sha256: str) -> None:
    """Mark and audit what changed since the last look."""
    changed = row.filter(broken_at__isnull=not whole)
    if not changed.update(broken_at=None if whole else Now()):
        return
    verb = "evidence is whole again" if whole else "evidence is broken"
    audit.record("portal", verb, job.pk, project_slug=job.project.slug, sha256=sha256)
    if not whole:
        tell(job.project, _broken(job), reverse("validation:job", args=[job.project.slug, job.pk]))


def _broken(job: Job) -> Text:
    title = job.definition.title
    return Text(
        f"The result of “{title.en}” is not what was received. Do not rely on it; bring back a backup.",
        f"“{title.zh}”的结果与接收时不一致，请勿采信，并从备份中恢复。",
    )
