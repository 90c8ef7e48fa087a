"""Which files move as one: folders, split where they mix roles, merged where nothing is left to move."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from migration_engine.coupling.votes import Votes, leader
from migration_engine.model import FileRole, Layer, SourceFile

ROOT = "(root)"
# Below this lead a file does not insist on its layer and stays with its folder.
_SURE = 1.0
# A folder is split only when it is big enough that one role cannot describe it.
_SPLIT_FILES = 4
_TINY_LINES = 40


@dataclass(frozen=True, slots=True)
class Part:
    """Files that move as one, before they have a layer. `whole` means all files directly in a folder."""

    id: str
    folder: str
    files: tuple[SourceFile, ...]
    whole: bool


def partition(files: Iterable[SourceFile], votes: Votes) -> tuple[Part, ...]:
    """Every file in exactly one part, ordered by id."""
    parts: list[Part] = []
    for folder, held in sorted(_folders(files).items()):
        parts.extend(_split(folder, held, votes))
    return tuple(sorted(parts, key=lambda part: part.id))


def _folders(files: Iterable[SourceFile]) -> dict[str, list[SourceFile]]:
    folders: dict[str, list[SourceFile]] = defaultdict(list)
    for file in sorted(files, key=lambda file: file.path):
        folders[_folder(file.path)].append(file)
    for folder in sorted(folders, key=lambda name: (-name.count("/"), name)):
        parent = _folder(folder)
        if parent in folders and folder != ROOT and _is_tiny(folders[folder]):
            folders[parent].extend(folders.pop(folder))
    return folders


def _is_tiny(files: list[SourceFile]) -> bool:
    """Nothing worth a card of its own: one short file that only marks or feeds its parent."""
    if len(files) != 1:
        return False
    name = PurePosixPath(files[0].path).name
    return files[0].lines <= _TINY_LINES and (name.startswith("__init__.") or files[0].role is FileRole.DOC)


def _split(folder: str, files: list[SourceFile], votes: Votes) -> list[Part]:
    by_layer = _by_layer(folder, files, votes)
    if len(by_layer) == 1:
        return [Part(folder, folder, tuple(files), whole=folder != ROOT)]
    return [_piece(folder, layer, held) for layer, held in sorted(by_layer.items())]


def _piece(folder: str, layer: Layer, files: list[SourceFile]) -> Part:
    name = files[0].path if len(files) == 1 else f"{folder}:{layer.value}"
    return Part(name, folder, tuple(files), whole=False)


def _by_layer(folder: str, files: list[SourceFile], votes: Votes) -> dict[Layer, list[SourceFile]]:
    """The files by the layer they insist on; those that don't insist go with the majority."""
    insisting = {file.path: _insists_on(file, votes) for file in files if file.role is not FileRole.DOC}
    sizes: Counter[Layer] = Counter()
    for file in files:
        layer = insisting.get(file.path)
        if layer:
            sizes[layer] += file.lines + 1
    main = max(sorted(sizes), key=lambda layer: sizes[layer], default=Layer.BUSINESS)
    small = folder != ROOT and len(insisting) < _SPLIT_FILES
    groups: dict[Layer, list[SourceFile]] = defaultdict(list)
    for file in files:
        groups[main if small else insisting.get(file.path) or main].append(file)
    return groups


def _insists_on(file: SourceFile, votes: Votes) -> Layer | None:
    layer, lead = leader(votes.get(file.path, ()))
    return layer if lead >= _SURE else None


def _folder(path: str) -> str:
    return path.rpartition("/")[0] or ROOT
