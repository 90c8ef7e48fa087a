"""Turns links as written into edges between files, and into the packages a file takes from outside."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence

from migration_engine.model import Confidence, Edge, EdgeKind
from migration_engine.scan.links.modules import ModuleIndex
from migration_engine.scan.links.scripts import Alias, ScriptIndex
from migration_engine.scan.links.services import ServiceIndex
from migration_engine.scan.one_file import FileScan
from migration_engine.scan.sighting import Link

_SCRIPTS = frozenset({"javascript", "typescript"})


def edges_of(scans: Sequence[FileScan]) -> tuple[tuple[Edge, ...], dict[str, tuple[str, ...]]]:
    """All edges in order, and path -> outside packages."""
    targets = Targets(scans)
    edges: list[Edge] = []
    outside: dict[str, tuple[str, ...]] = {}
    for scan in scans:
        first, packages = _of_file(scan, targets)
        edges += _in_order(scan.file.path, first)
        if packages:
            outside[scan.file.path] = tuple(sorted(packages))
    return tuple(sorted(edges, key=lambda edge: edge.source)), outside


def _of_file(scan: FileScan, targets: Targets) -> tuple[Mapping[tuple[str, EdgeKind], int], set[str]]:
    """Each target with the first line that leads there, and the packages from outside."""
    first: dict[tuple[str, EdgeKind], int] = {}
    packages: set[str] = set()
    for link in scan.links:
        found = False
        for target in targets.of(link, scan):
            found, key = True, (target, link.kind)
            first[key] = min(link.line, first.get(key, link.line))
        if not found and link.kind is EdgeKind.IMPORT:
            packages.update(_package(link, scan))
    return first, packages


def _in_order(source: str, first: Mapping[tuple[str, EdgeKind], int]) -> Iterator[Edge]:
    """A file that imports another twice depends on it once; on itself never."""
    for (target, kind), line in sorted(first.items()):
        if target != source:
            sure = Confidence.LIKELY if kind is EdgeKind.HTTP else Confidence.CERTAIN
            yield Edge(source, target, kind, line, sure)


class Targets:
    """The files of one tree by everything that links call them."""

    def __init__(self, scans: Sequence[FileScan]) -> None:
        self._files = ModuleIndex(scan.file.path for scan in scans)
        self._scripts = ScriptIndex(self._files, _aliases(scans))
        self._services = ServiceIndex(scans, self._files)

    def of(self, link: Link, scan: FileScan) -> Iterator[str]:
        """The files that a link of the scanned file means: none when it is stale, or could mean several."""
        path = scan.file.path
        if link.kind is not EdgeKind.IMPORT:
            yield from filter(None, [self._other(link, path)])
        elif (link.language or scan.file.language) in _SCRIPTS:
            yield from filter(None, [self._scripts.file(link.target, path)])
        else:
            yield from self._python(link, path)

    def _other(self, link: Link, path: str) -> str:
        if link.kind is EdgeKind.INCLUDE:
            return self._files.header(link.target, path)
        if link.kind is EdgeKind.HTTP:
            return self._services.called(link.target)
        if link.target.startswith("-m "):
            return self._started(link.target[3:], path)
        found = self._files.near(link.target, path)
        return found or (self._services.image(link.target) if link.kind is EdgeKind.IMAGE else "")

    def _started(self, module: str, path: str) -> str:
        """`python -m package` starts its __main__."""
        return self._files.module(f"{module}.__main__", path) or self._files.module(module, path)

    def _python(self, link: Link, path: str) -> Iterator[str]:
        """`from a import b` means the module a.b where there is one, else a itself."""
        find = self._files.relative_module if link.target.startswith(".") else self._files.module
        joint = "" if link.target.endswith(".") else "."
        inner = [find(f"{link.target}{joint}{name}", path) for name in link.names]
        yield from filter(None, inner)
        if not link.names or not all(inner):
            yield from filter(None, [find(link.target, path)])


def _aliases(scans: Iterable[FileScan]) -> Iterator[Alias]:
    for scan in scans:
        folder = posixpath.dirname(scan.file.path)
        for offer in scan.offers:
            if offer.kind == "package":
                held = folder if scan.file.language == "tsconfig" else ""
                yield Alias(held, offer.name, posixpath.normpath(posixpath.join(folder, offer.target)))


def _package(link: Link, scan: FileScan) -> Iterator[str]:
    target = link.target
    if (link.language or scan.file.language) in _SCRIPTS:
        parts = target.split("/")
        if not target.startswith((".", "/")):
            yield "/".join(parts[:2]) if target.startswith("@") else parts[0]
    elif target and not target.startswith("."):
        yield target.partition(".")[0]
