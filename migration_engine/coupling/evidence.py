"""What is known about packages, path words and file kinds, read once from roles.yaml."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from migration_engine.cache import remembered
from migration_engine.coupling import reasons
from migration_engine.expression import expression
from migration_engine.model import Layer, LayerVote
from migration_engine.scan.search.globs import is_exact, matches
from migration_engine.value import Value

# The name of a file says more than its folder, and a far ancestor says little.
_WORD_SHARE = (1.0, 0.8, 0.3)
_PACKAGES_CAP = 4.0
_TELLING = 1.5
_WORD = expression(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")

Table = Mapping[str, tuple[tuple[Layer, float], ...]]


class FileKind(Value, frozen=True):
    """A kind of file that tells its layer whatever folder it lies in.

    A path ends in one of `endings`, or holds the first and fits the second text of one of `globs`.
    """

    layer: Layer
    weight: float
    name: str
    endings: tuple[str, ...]
    globs: tuple[tuple[str, str], ...]

    def holds(self, rooted: str) -> bool:
        """Whether the path, which begins with a slash, is of this kind."""
        if rooted.endswith(self.endings):
            return True
        for piece, glob in self.globs:  # noqa: SIM110 (generators cost more than the search)
            if piece in rooted and matches(glob, rooted):
                return True
        return False


class Evidence(Value, frozen=True):
    """The three tables of roles.yaml."""

    packages: Table
    words: Table
    kinds: tuple[FileKind, ...]


@cache
def evidence() -> Evidence:
    """The tables that ship with the engine."""
    return remembered("roles", b"", Evidence, _read)


def _read() -> Evidence:
    from migration_engine.quick_yaml import yaml  # only the first time

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    raw = yaml.load(Path(__file__).with_name("roles.yaml").read_text("utf-8"), Loader=loader)
    return Evidence(_table(raw["packages"]), _table(raw["words"]), tuple(map(_kind, raw["kinds"])))


def package_votes(packages: Iterable[str]) -> Iterator[LayerVote]:
    """One vote a package; many of one layer say hardly more than two, so they share what a layer may have."""
    votes = [
        LayerVote(layer, weight, reasons.IMPORTS.about(package))
        for package in packages
        for layer, weight in evidence().packages.get(package.lower().replace("-", "_"), ())
    ]
    said: dict[Layer, float] = defaultdict(float)
    for vote in votes:
        said[vote.layer] += vote.weight
    for vote in votes:
        share = min(1.0, _PACKAGES_CAP / said[vote.layer])
        yield vote if share == 1 else replace(vote, weight=vote.weight * share)


def layers_of(packages: Iterable[str]) -> frozenset[Layer]:
    """The layers that any of the packages speaks for."""
    known = evidence().packages
    return frozenset(
        layer
        for package in packages
        for layer, weight in known.get(package.lower().replace("-", "_"), ())
        if weight >= _TELLING
    )


def path_votes(path: str, runtime: float = 1.0) -> Iterator[LayerVote]:
    """One vote for each telling word, weaker with each step away from the file; a word votes once.

    `runtime` is the share that counts of words for that layer.
    """
    folders, _, name = path.rpartition("/")
    dot = name.rfind(".")
    stem = name[:dot] if 0 < dot < len(name) - 1 else name
    parts = [stem, *reversed(folders.split("/"))]
    heard: set[str] = set()
    for distance, part in enumerate(parts):
        share = _WORD_SHARE[min(distance, len(_WORD_SHARE) - 1)]
        for word, votes in _said(part, share, runtime):
            if word not in heard:
                heard.add(word)
                yield from votes


def kind_of(path: str) -> FileKind | None:
    rooted = f"/{path}"
    return next((kind for kind in evidence().kinds if kind.holds(rooted)), None)


def _kind(raw: Mapping[str, Any]) -> FileKind:
    """A folder named in a glob may lie anywhere in the tree."""
    simple = [glob for glob in raw["files"] if is_exact(glob[1:])]
    others = [f"*/{glob}" for glob in raw["files"] if not is_exact(glob[1:])]
    return FileKind(
        Layer(raw["layer"]),
        float(raw["weight"]),
        raw["name"],
        endings=tuple(glob[1:] if glob.startswith("*") else f"/{glob}" for glob in simple),
        globs=tuple((max(glob.split("*"), key=len), glob) for glob in others),
    )


@lru_cache(8192)
def _said(part: str, share: float, runtime: float) -> tuple[tuple[str, tuple[LayerVote, ...]], ...]:
    """The telling words of a part of a path, each with its votes."""
    known = evidence().words
    return tuple((word, tuple(_voted(word, share, runtime))) for word in _words(part) if word in known)


def _voted(word: str, share: float, runtime: float) -> Iterator[LayerVote]:
    for layer, weight in evidence().words[word]:
        weighed = weight * share * (runtime if layer is Layer.RUNTIME else 1.0)
        yield LayerVote(layer, weighed, reasons.PATH_WORD.about(word))


def _words(part: str) -> tuple[str, ...]:
    """The part itself, and the words it is made of: `gradio_web_server` and `webServer` give `server` too."""
    whole = part.replace("-", "_").lstrip(".")
    return tuple(dict.fromkeys(word.lower() for word in (whole, *_WORD.findall(whole))))


def _table(raw: Mapping[str, Mapping[float, list[str]]]) -> Table:
    table: dict[str, tuple[tuple[Layer, float], ...]] = {}
    for layer, by_weight in raw.items():
        for weight, names in by_weight.items():
            for name in names:
                table[name] = (*table.get(name, ()), (Layer(layer), float(weight)))
    return table
