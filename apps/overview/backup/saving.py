"""Making a backup while everything goes on."""

from __future__ import annotations

import shutil
from pathlib import Path

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from apps.core.files import sha256_of
from apps.overview.backup import files, postgres
from apps.overview.backup.manifest import DUMP, VERSION, BackupError, Manifest
from apps.validation.services import public_key


def save(folder: Path) -> Manifest:
    """Save database and files in FOLDER, which must be new: whole, or not at all. Raises BackupError.

    The database first: whatever its rows point at was written before them.
    """
    if folder.exists():
        raise BackupError(f"{folder} exists; give a new folder for each backup")
    draft = folder.with_name(f"{folder.name}.unfinished")
    shutil.rmtree(draft, ignore_errors=True)
    try:
        draft.mkdir(mode=0o700, parents=True)
        manifest = _save(draft)
        draft.rename(folder)
    except OSError as error:
        raise BackupError(f"{folder} could not be written: {error}") from error
    return manifest


def _save(folder: Path) -> Manifest:
    made_at = timezone.now().isoformat(timespec="seconds")
    postgres.dump(folder / DUMP)
    saved = {DUMP: sha256_of(folder / DUMP), **dict(files.save(folder))}
    manifest = Manifest(VERSION, made_at, migrations_here(), public_key(), saved)
    manifest.write(folder)
    return manifest


def migrations_here() -> tuple[str, ...]:
    """Return the migrations that the database has, as app.name."""
    applied = MigrationRecorder(connection).applied_migrations()
    return tuple(sorted(f"{app}.{name}" for app, name in applied))
