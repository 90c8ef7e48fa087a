"""Taking away files that belong to nothing: cut off, dropped, or not named by an accepted result."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from django.db import transaction

from apps.core import audit
from apps.validation.models import LIVE, Artifact
from apps.validation.models.artifact import folder

# A file is written before its row is committed: younger ones are left alone.
YOUNG_S = 3600


def reap_artifacts() -> int:
    """Return how many orphans were removed: rows of attempts that are over, and files without a row."""
    orphans = Artifact.objects.filter(is_named=False).exclude(attempt__state__in=LIVE)
    removed = [_remove(one) for one in orphans.select_related("attempt__job__project")]
    return len(removed) + _remove_strays()


@transaction.atomic
def _remove(artifact: Artifact) -> None:
    job, name, file = artifact.attempt.job, artifact.name, artifact.file
    artifact.delete()
    audit.record("portal", "removed an orphaned file", job.pk, project_slug=job.project.slug, name=name)
    transaction.on_commit(lambda: file.unlink(missing_ok=True))


def _remove_strays() -> int:
    before = time.time() - YOUNG_S
    strays = [file for file in _without_rows() if _is_older(file, before)]
    for file in strays:
        file.unlink(missing_ok=True)
    return len(strays)


def _without_rows() -> list[Path]:
    """Return the files that no row knows: first what is there, then the rows, so that none is missed."""
    files = list(folder().glob("*/*"))
    known = {key.hex for key in Artifact.objects.values_list("pk", flat=True).iterator()}
    return [file for file in files if file.name not in known]


def _is_older(file: Path, than: float) -> bool:
    with suppress(FileNotFoundError):
        return file.stat().st_mtime < than
    return False
