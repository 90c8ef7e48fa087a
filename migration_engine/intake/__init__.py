"""Turns hostile input (folder, archive, https Git URL) into a safe read-only tree."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from migration_engine.errors import IntakeRefused
from migration_engine.intake.archive import archive_stem, archive_tree, is_archive
from migration_engine.intake.folder import folder_tree
from migration_engine.intake.git import git_tree
from migration_engine.intake.limits import Limits
from migration_engine.intake.tree import Entry, SourceTree, memory_tree
from migration_engine.text import Text

__all__ = ["Entry", "Limits", "SourceTree", "archive_stem", "is_archive", "memory_tree", "open_tree"]

_DEFAULT = Limits()


@contextmanager
def open_tree(
    source: str, *, limits: Limits = _DEFAULT, allow_private_hosts: bool = False
) -> Iterator[SourceTree]:
    """The tree behind a path or URL. Raises IntakeRefused with the place and the next step."""
    if _is_url(source):
        with git_tree(source, limits, allow_private_hosts=allow_private_hosts) as tree:
            yield tree
        return
    path = Path(source)
    if path.is_dir():
        yield folder_tree(path, limits)
    elif path.is_file():
        with archive_tree(path, limits) as tree:
            yield tree
    else:
        raise IntakeRefused(
            Text("no such folder or archive; check the path", "没有这个文件夹或压缩包，请检查路径"),
            place=source,
        )


def _is_url(source: str) -> bool:
    """Also `ext::`, `git@host:` and other forms that git would act on: they are refused as URLs."""
    head = source.partition("/")[0]
    return "://" in source or "::" in head or ("@" in head and ":" in head)
