"""Turns hostile input (folder, archive, https Git URL) into a safe read-only tree."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from migration_engine.errors import IntakeRefused
from migration_engine.intake.access import GitAccess, refuse_access
from migration_engine.intake.folder import folder_tree
from migration_engine.intake.limits import Limits
from migration_engine.intake.nothing import refuse_nothing
from migration_engine.intake.tree import Entry, SourceTree, memory_tree
from migration_engine.text import Text

__all__ = [
    "Entry",
    "GitAccess",
    "Limits",
    "SourceTree",
    "memory_tree",
    "open_tree",
    "refuse_access",
    "refuse_nothing",
]

_DEFAULT = Limits()
_ANYBODY = GitAccess()


@contextmanager
def open_tree(
    source: str, *, limits: Limits = _DEFAULT, access: GitAccess = _ANYBODY, cache: Path | None = None
) -> Iterator[SourceTree]:
    """The tree behind a path or URL. Raises IntakeRefused with the place and the next step.

    In the folder `cache` is kept what the files of a folder looked like, so that those which did not change
    since are not read again.
    """
    with _tree(source, limits, access, cache) as (tree, place):
        refuse_nothing(len(tree.entries), tree.skipped, place)
        yield tree


@contextmanager
def _tree(
    source: str, limits: Limits, access: GitAccess, cache: Path | None
) -> Iterator[tuple[SourceTree, str]]:
    """The tree, and the source as a message names it; what reads archives and Git is loaded for them only."""
    path = Path(source)
    if _is_url(source):
        from migration_engine.intake.git import git_tree

        with git_tree(source, limits, access) as tree:
            yield tree, source
    elif not source.strip():
        raise IntakeRefused(
            Text(
                "no source is given; name a folder, an archive or an https Git URL",
                "没有给出源码，请指定文件夹、压缩包或 https Git 地址",
            )
        )
    elif path.is_dir():
        yield folder_tree(path, limits, cache), source
    elif path.is_file():
        from migration_engine.intake.archive import archive_tree

        with archive_tree(path, limits) as tree:
            yield tree, path.name
    else:
        raise IntakeRefused(
            Text("no such folder or archive; check the path", "没有这个文件夹或压缩包，请检查路径"),
            place=source,
        )


def _is_url(source: str) -> bool:
    """Also `ext::`, `git@host:` and other forms that git would act on: they are refused as URLs."""
    head = source.partition("/")[0]
    return "://" in source or "::" in head or ("@" in head and ":" in head)
