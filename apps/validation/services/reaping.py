"""Taking away files that belong to nothing: cut off, dropped, or not named by an accepted result."""

from __future__ import annotations

import time
from pathlib import Path
from uuid import UUID

from django.db import transaction

from apps.core import audit
from apps.validation.models import LIVE, Artifact, Evidence
from apps.validation.models.artifact import folder

# A file is written before its row is committed: younger ones are left alone.
YOUNG_S = 3600


def reap_artifacts() -> int:
    """Return how many orphans were removed: rows of attempts that are over, and files without a row."""
    ended = Artifact.objects.exclude(attempt__state__in=LIVE).select_related("attempt__job__project")
    orphans = [one for one in ended.iterator(chunk_size=200) if not _is_named(one)]
    for artifact in orphans:
        _remove(artifact)
    return len(orphans) + _remove_strays()


def _is_named(artifact: Artifact) -> bool:
    """Tell whether the accepted result of its attempt names the file, and all of it is here."""
    evidence = Evidence.objects.filter(attempt=artifact.attempt_id).first()
    if artifact.complete_at is None or evidence is None:
        return False
    return any(named["sha256"] == artifact.sha256 for named in evidence.content.get("artifacts", ()))


@transaction.atomic
def _remove(artifact: Artifact) -> None:
    job, name, file = artifact.attempt.job, artifact.name, artifact.file
    artifact.delete()
    audit.record("portal", "removed an orphaned file", job.pk, project_slug=job.project.slug, name=name)
    transaction.on_commit(lambda: file.unlink(missing_ok=True))


def _remove_strays() -> int:
    before = time.time() - YOUNG_S
    strays = [file for file in folder().glob("*/*") if file.stat().st_mtime < before and not _has_row(file)]
    for file in strays:
        file.unlink(missing_ok=True)
    return len(strays)


def _has_row(file: Path) -> bool:
    try:
        return Artifact.objects.filter(pk=UUID(hex=file.name)).exists()
    except ValueError:
        return False
