"""The files that rows of the database point at: uploads, scan documents, sources and artifacts."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from django.conf import settings

from apps.core.files import sha256_of
from apps.overview.backup.manifest import FILES
from migration_engine.aside import written_aside

# What is still coming in belongs to nobody yet.
PASSING = "incoming"


def save(folder: Path) -> Iterator[tuple[str, str]]:
    """Copy all files below FOLDER; yield name and hash of each. One that goes meanwhile is left out."""
    root = Path(settings.MEDIA_ROOT)
    for file in sorted(root.rglob("*")):
        name = file.relative_to(root)
        if name.parts[0] == PASSING or file.name.startswith(".") or not file.is_file():
            continue
        copy = folder / FILES / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        try:
            shutil.copyfile(file, copy)
        except FileNotFoundError:
            continue
        yield str(copy.relative_to(folder)), sha256_of(copy)


def bring_back(folder: Path, files: Mapping[str, str]) -> int:
    """Put the files of a backup where rows look for them; return how many. Files of no row stay orphans."""
    names = [Path(name) for name in files if Path(name).parts[0] == FILES]
    for name in names:
        with (folder / name).open("rb") as saved, written_aside(_home_of(name)) as file:
            shutil.copyfileobj(saved, file)
    return len(names)


def _home_of(name: Path) -> Path:
    return Path(settings.MEDIA_ROOT).joinpath(*name.parts[1:])
