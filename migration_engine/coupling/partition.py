"""Which files move as one: folders, split where they mix roles, merged where nothing is left to move."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence

from migration_engine.coupling.folders import ROOT, folders_of
from migration_engine.coupling.votes import Votes, builds, leader, together
from migration_engine.model import FileRole, Layer, SourceFile
from migration_engine.value import Value

# Below this lead a file does not insist on its layer and stays with its folder.
_SURE = 0.7
# A folder is split only when one role cannot describe it, and a piece is worth a card of its own.
_SPLIT_FILES, _PIECE_LINES = 4, 60
_LONGEST_ID = 380
_ASIDE = (FileRole.DOC, FileRole.TEST)

Groups = dict[Layer, list[SourceFile]]


class Part(Value, frozen=True):
    """Files that move as one, before they have a layer. `whole` means all files directly in a folder."""

    id: str
    folder: str
    files: tuple[SourceFile, ...]
    whole: bool


def partition(files: Iterable[SourceFile], votes: Votes) -> tuple[Part, ...]:
    """Every file in exactly one part, ordered by id."""
    parts: list[Part] = []
    for folder, held in sorted(folders_of(files, votes).items()):
        parts.extend(_split(folder, held, votes))
    return tuple(sorted(parts, key=lambda part: part.id))


def _split(folder: str, files: Sequence[SourceFile], votes: Votes) -> list[Part]:
    groups = _groups(folder, files, votes)
    if len(groups) <= 1:
        return [Part(_id(folder), folder, tuple(files), whole=folder != ROOT)]
    return [_piece(folder, layer, held) for layer, held in sorted(groups.items())]


def _groups(folder: str, files: Sequence[SourceFile], votes: Votes) -> Groups:
    """What builds and ships a program lies beside it only because both must lie somewhere."""
    building, others = _parted(files, votes)
    working = [file for file in others if file.role not in _ASIDE]
    if not working:
        return {}
    small = len(working) < _SPLIT_FILES and folder != ROOT
    groups = (
        {leader(together(working, votes))[0]: others}
        if small
        else _by_role(others, working, votes, 0 if folder == ROOT else _PIECE_LINES)
    )
    if building:
        groups[Layer.COMPUTE] = [*groups.get(Layer.COMPUTE, ()), *building]
    return groups


def _piece(folder: str, layer: Layer, files: Sequence[SourceFile]) -> Part:
    name = files[0].path if len(files) == 1 else f"{folder}:{layer.value}"
    return Part(_id(name), folder, tuple(files), whole=False)


def _id(path: str) -> str:
    """The path itself; of a very long one its end, with a digest that keeps it unique."""
    if len(path) <= _LONGEST_ID:
        return path
    digest = hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest()[:12]
    return f"~{digest}{path[-(_LONGEST_ID - 13) :]}"


def _parted(files: Iterable[SourceFile], votes: Votes) -> tuple[list[SourceFile], list[SourceFile]]:
    """Those that build and ship, and all others."""
    parted: tuple[list[SourceFile], list[SourceFile]] = ([], [])
    for file in files:
        parted[0 if builds(votes.get(file.path, ())) else 1].append(file)
    return parted


def _by_role(files: Sequence[SourceFile], working: Sequence[SourceFile], votes: Votes, least: int) -> Groups:
    """The files by the layer they insist on; those that don't insist go with the majority."""
    wanted = _wanted(working, votes)
    main = _largest(wanted) if wanted else leader(together(working, votes))[0]
    worth = {layer for layer, held in wanted.items() if _lines(held) >= least}
    home = {file.path: layer for layer, held in wanted.items() if layer in worth for file in held}
    groups: Groups = defaultdict(list)
    for file in files:
        groups[home.get(file.path, main)].append(file)
    return _settled(groups, votes)


def _wanted(files: Iterable[SourceFile], votes: Votes) -> Groups:
    wanted: Groups = defaultdict(list)
    for file in files:
        layer, lead = leader(votes.get(file.path, ()))
        if lead >= _SURE:
            wanted[layer].append(file)
    return wanted


def _settled(groups: Groups, votes: Votes) -> Groups:
    """Each group under the layer that all its files together speak for; equal ones become one."""
    settled: Groups = defaultdict(list)
    for _, held in sorted(groups.items()):
        settled[leader(together(held, votes))[0]].extend(held)
    return settled if len(settled) == len(groups) else _settled(settled, votes)


def _largest(groups: Groups) -> Layer:
    return max(sorted(groups), key=lambda layer: _lines(groups[layer]))


def _lines(files: Iterable[SourceFile]) -> int:
    return sum(file.lines + 1 for file in files)
