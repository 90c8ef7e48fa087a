"""What a backup says about itself: when it was made, of which migrations, with which hashes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from apps.core.files import sha256_of

NAME, DUMP, FILES = "backup.json", "database.dump", "files"
VERSION = 1
SHOWN = 5


class BackupError(Exception):
    """Nothing was changed; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """`files` are paths below the backup's folder with their hashes, the dump among them.

    `migrations` are those that the database had; `public_key` is that of the signatures that nodes trust.
    """

    version: int
    made_at: str
    migrations: tuple[str, ...]
    public_key: str
    files: Mapping[str, str]

    def write(self, folder: Path) -> None:
        """Write it beside what it is about."""
        (folder / NAME).write_text(json.dumps(asdict(self), indent=1, sort_keys=True), encoding="utf-8")


def read(folder: Path) -> Manifest:
    """Read a backup's manifest and hold every file against it. Raises BackupError."""
    try:
        fields = json.loads((folder / NAME).read_text(encoding="utf-8"))
        manifest = Manifest(**{**fields, "migrations": tuple(fields["migrations"])})
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise BackupError(
            f"{folder} holds no backup that can be read: {error}. Give the folder that `backup` made."
        ) from error
    if manifest.version != VERSION:
        raise BackupError(f"{folder} is of format {manifest.version}, this portal reads {VERSION}: update it")
    _check_files(folder, manifest)
    return manifest


def _check_files(folder: Path, manifest: Manifest) -> None:
    if outside := [name for name in manifest.files if ".." in Path(name).parts or Path(name).is_absolute()]:
        raise BackupError(f"{folder} names files outside of itself: {_some(outside)}. Do not use it.")
    bad = [name for name, sha256 in manifest.files.items() if not _is_whole(folder / name, sha256)]
    if bad:
        raise BackupError(
            f"{len(bad)} of {len(manifest.files)} files in {folder} are missing or not what was saved: "
            f"{_some(bad)}. Copy the folder again, or take an older backup."
        )


def _is_whole(file: Path, sha256: str) -> bool:
    return file.is_file() and not file.is_symlink() and sha256_of(file) == sha256


def _some(names: list[str]) -> str:
    return ", ".join(sorted(names)[:SHOWN]) + (" …" if len(names) > SHOWN else "")
