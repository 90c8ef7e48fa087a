"""Bringing a backup back: checked before anything is touched, and nothing given out since it counts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models.functions import Now

from apps.core.models import SignInLink
from apps.overview.backup import files, postgres
from apps.overview.backup.manifest import DUMP, BackupError, Manifest, read
from apps.projects.models import Project
from apps.validation.models import Evidence, Job
from apps.validation.services import public_key, put_fences_up, verify_evidence

OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""


@dataclass(frozen=True, slots=True)
class Restored:
    """What came back; `begun_anew` are jobs that were under way, `broken` what is not what was received."""

    made_at: str
    jobs: int
    results: int
    files: int
    begun_anew: int
    broken: int
    same_key: bool


def restore(folder: Path, *, replace: bool) -> Restored:
    """Put the backup in FOLDER in the place of what is here. Raises BackupError before anything has changed.

    Files come first: until rows point at them they are orphans at most.
    """
    manifest = read(folder)
    _check_migrations(manifest)
    _check_quiet()
    _check_empty(replace=replace)
    brought = files.bring_back(folder, manifest.files)
    connection.close()
    postgres.load(folder / DUMP)
    call_command("migrate", interactive=False, verbosity=0)
    begun_anew = _put_fences_up(manifest)
    return Restored(
        made_at=manifest.made_at,
        jobs=Job.objects.count(),
        results=Evidence.objects.count(),
        files=brought,
        begun_anew=begun_anew,
        broken=verify_evidence(),
        same_key=manifest.public_key == public_key(),
    )


def _check_migrations(manifest: Manifest) -> None:
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if newer := [one for one in manifest.migrations if one not in known]:
        raise BackupError(
            f"the backup is of a newer portal, which has {newer[0]}; update this one first, then restore"
        )


def _check_quiet() -> None:
    with connection.cursor() as cursor:
        cursor.execute(OTHERS)
        (others,) = cursor.fetchone()
    if others:
        raise BackupError(
            f"{others} other connections use the database: stop web, worker, beat and reconciler first. "
            "Nodes may go on; they try again until the portal is back."
        )


def _check_empty(*, replace: bool) -> None:
    if Project._meta.db_table not in connection.introspection.table_names():
        return
    if not replace and (projects := Project.objects.count()):
        raise BackupError(f"the database holds {projects} projects; --replace puts the backup in their place")


def _put_fences_up(manifest: Manifest) -> int:
    """Everybody signs in again, and no link or code that was open counts: it may have been used since."""
    Session.objects.all().delete()
    SignInLink.objects.filter(used_at=None).update(used_at=Now())
    return put_fences_up(made_at=manifest.made_at)
