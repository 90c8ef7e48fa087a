"""The files of each folder, with folders too small for a card of their own joined to the one above."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from migration_engine.coupling.votes import Votes, leader, together
from migration_engine.model import FileRole, SourceFile

ROOT = "(root)"
_TINY_FILES, _TINY_LINES = 2, 60
# Nobody migrates these by themselves: a whole tree of them is one component.
_FOLLOWING = {FileRole.DOC, FileRole.TEST, FileRole.VENDORED}

Folders = dict[str, list[SourceFile]]


def folders_of(files: Iterable[SourceFile], votes: Votes) -> Folders:
    """Folder -> its files; deepest folders are joined first, so that a chain of tiny ones ends in one."""
    folders = _by_home(sorted(files, key=lambda file: file.path))
    for folder in sorted(folders, key=lambda name: (-name.count("/"), name)):
        parent = parent_of(folder)
        if folder != ROOT and parent in folders and _joins(folder, folders, votes):
            folders[parent].extend(folders.pop(folder))
    return folders


def parent_of(path: str) -> str:
    return path.rpartition("/")[0] or ROOT


def _by_home(files: list[SourceFile]) -> Folders:
    """Each file under its folder, or under the topmost folder that holds nothing but files of its role."""
    roles: dict[str, set[FileRole]] = defaultdict(set)
    for file in files:
        for folder in _above(file.path):
            roles[folder].add(file.role)
    folders: Folders = defaultdict(list)
    for file in files:
        folders[_home(file, roles)].append(file)
    return folders


def _home(file: SourceFile, roles: Mapping[str, set[FileRole]]) -> str:
    home = parent_of(file.path)
    if file.role in _FOLLOWING:
        for folder in _above(file.path):
            if roles[folder] == {file.role}:
                home = folder
    return home


def _above(path: str) -> Iterator[str]:
    """The folders that hold the file, from the nearest to the topmost, without the root."""
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


def _joins(folder: str, folders: Folders, votes: Votes) -> bool:
    """A marker always does; a few lines do where their role is the one above, but never to the root."""
    files, parent = folders[folder], parent_of(folder)
    if all(_is_marker(file) for file in files):
        return True
    if parent == ROOT or len(files) > _TINY_FILES or sum(file.lines for file in files) > _TINY_LINES:
        return False
    return leader(together(files, votes))[0] == leader(together(folders[parent], votes))[0]


def _is_marker(file: SourceFile) -> bool:
    if file.lines > _TINY_LINES // 2:
        return False
    return file.role is FileRole.DOC or file.path.rpartition("/")[2].startswith("__init__.")
