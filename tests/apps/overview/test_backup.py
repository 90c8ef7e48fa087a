"""A backup is whole or not there, and bringing it back changes nothing before everything was checked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from apps.overview.backup import manifest, restoring, saving
from apps.overview.backup.manifest import DUMP, NAME, BackupError
from apps.projects.models import Project
from tests import factory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def media(settings: Any, tmp_path: Path) -> Path:
    """Return the folder of files, with a document and one that is still coming in."""
    settings.MEDIA_ROOT = tmp_path / "media"
    for name in ("scans/ab/abcd.json.gz", "incoming/half"):
        file = settings.MEDIA_ROOT / name
        file.parent.mkdir(parents=True)
        file.write_bytes(b"as it was")
    return Path(settings.MEDIA_ROOT)


@pytest.fixture
def backup(media: Path, tmp_path: Path) -> Iterator[Path]:
    """Return a backup of a portal with one project."""
    factory.project("Kept", architect=factory.user("alice"))
    saving.save(tmp_path / "backup")
    yield tmp_path / "backup"
    # A later test of this run must not meet a connection that remembers other tables.
    connection.close()


def test_it_brings_back_what_was_there_and_nothing_else(backup: Path, media: Path) -> None:
    Project.objects.all().delete()
    factory.project("Made since", architect=factory.user("bob"))
    (media / "scans/ab/abcd.json.gz").write_bytes(b"changed since")

    call_command("restore", str(backup), replace=True)

    assert list(Project.objects.values_list("name", flat=True)) == ["Kept"]
    assert (media / "scans/ab/abcd.json.gz").read_bytes() == b"as it was"
    assert "files/incoming/half" not in json.loads((backup / NAME).read_text())["files"]


def test_a_backup_never_covers_another(backup: Path) -> None:
    before = sorted(backup.rglob("*"))
    with pytest.raises(BackupError, match="exists; give a new folder"):
        saving.save(backup)
    assert sorted(backup.rglob("*")) == before


@pytest.mark.parametrize("name", [DUMP, "files/scans/ab/abcd.json.gz"])
def test_one_that_was_damaged_is_refused_by_the_name_of_the_file(backup: Path, name: str) -> None:
    with (backup / name).open("ab") as file:
        file.write(b"x")
    assert refusal_of(backup) == (
        f"1 of 2 files in {backup} are missing or not what was saved: {name}. "
        "Copy the folder again, or take an older backup."
    )


def test_one_whose_manifest_points_outside_is_refused(backup: Path) -> None:
    with told_otherwise(backup) as told:
        told["files"]["files/../../../etc/passwd"] = "0" * 64
    assert "names files outside of itself" in refusal_of(backup)


def test_one_of_a_newer_portal_is_refused(backup: Path) -> None:
    with told_otherwise(backup) as told:
        told["migrations"].append("validation.9999_of_tomorrow")
    assert "newer portal, which has validation.9999_of_tomorrow; update this one first" in refusal_of(backup)


def test_a_folder_that_is_no_backup_is_refused(tmp_path: Path) -> None:
    assert "holds no backup that can be read" in refusal_of(tmp_path)


def test_it_waits_for_everybody_else_to_let_go_of_the_database(backup: Path) -> None:
    with psycopg.connect(**connection.get_connection_params()):
        assert "1 other connections use the database: stop web, worker" in refusal_of(backup)


def test_what_is_there_goes_only_when_that_is_said(backup: Path) -> None:
    with pytest.raises(BackupError, match="holds 1 projects; --replace"):
        restoring.restore(backup, replace=False)
    with pytest.raises(CommandError, match="--replace"):
        call_command("restore", str(backup))


def test_a_dump_that_does_not_load_leaves_the_database_as_it_was(
    backup: Path,
) -> None:
    (backup / DUMP).write_bytes((backup / DUMP).read_bytes()[:-5000])
    with told_otherwise(backup) as told:
        told["files"][DUMP] = manifest.sha256_of(backup / DUMP)
    assert "nothing in it was changed" in refusal_of(backup)


@contextmanager
def told_otherwise(backup: Path) -> Iterator[dict[str, Any]]:
    """Let a backup say something else about itself."""
    told = json.loads((backup / NAME).read_text())
    yield told
    (backup / NAME).write_text(json.dumps(told))


def refusal_of(backup: Path) -> str:
    """Return why it is not brought back; what is here must be as it was."""
    before = list(Project.objects.values_list("name", flat=True))
    with pytest.raises(BackupError) as refused:
        restoring.restore(backup, replace=True)
    assert list(Project.objects.values_list("name", flat=True)) == before
    return str(refused.value)
