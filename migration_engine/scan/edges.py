"""Turns links as written into edges between files, and into the packages a file takes from outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from migration_engine.model import Edge, EdgeKind
from migration_engine.scan.modules import ModuleIndex
from migration_engine.scan.one_file import FileScan
from migration_engine.scan.sighting import Link

_SCRIPTS = frozenset({"javascript", "typescript"})


def edges_of(scans: Sequence[FileScan]) -> tuple[tuple[Edge, ...], dict[str, tuple[str, ...]]]:
    """All edges in order, and path -> outside packages."""
    index = ModuleIndex(scan.file.path for scan in scans)
    edges: set[tuple[str, str, EdgeKind, int]] = set()
    outside: dict[str, tuple[str, ...]] = {}
    for scan in scans:
        packages: set[str] = set()
        for link in scan.links:
            targets = set(_targets(link, scan, index))
            edges.update((scan.file.path, target, link.kind, link.line) for target in targets)
            if not targets and link.kind is EdgeKind.IMPORT:
                packages.update(_package(link, scan))
        if packages:
            outside[scan.file.path] = tuple(sorted(packages))
    return _first_of_each(edges), outside


def _first_of_each(edges: set[tuple[str, str, EdgeKind, int]]) -> tuple[Edge, ...]:
    """A file that imports another twice depends on it once: at the first line."""
    first: dict[tuple[str, str, EdgeKind], int] = {}
    for source, target, kind, line in sorted(edges):
        if source != target:
            first.setdefault((source, target, kind), line)
    return tuple(Edge(source, target, kind, line) for (source, target, kind), line in sorted(first.items()))


def _targets(link: Link, scan: FileScan, index: ModuleIndex) -> Iterator[str]:
    path = scan.file.path
    if link.kind is not EdgeKind.IMPORT:
        yield from filter(None, [_other(link, path, index)])
    elif (link.language or scan.file.language) in _SCRIPTS:
        if link.target.startswith((".", "@/", "~/")):
            yield from filter(None, [index.near(link.target.lstrip("@~/"), path)])
    else:
        yield from _python(link, path, index)


def _other(link: Link, path: str, index: ModuleIndex) -> str:
    if link.kind is EdgeKind.INCLUDE:
        return index.header(link.target, path)
    if link.target.startswith("-m "):
        return index.module(link.target[3:], path)
    return index.near(link.target, path)


def _python(link: Link, path: str, index: ModuleIndex) -> Iterator[str]:
    """`from a import b` means the module a.b where there is one, else a itself."""
    find = index.relative_module if link.target.startswith(".") else index.module
    joint = "" if link.target.endswith(".") else "."
    inner = [find(f"{link.target}{joint}{name}", path) for name in link.names]
    yield from filter(None, inner)
    if not link.names or not all(inner):
        yield from filter(None, [find(link.target, path)])


def _package(link: Link, scan: FileScan) -> Iterator[str]:
    target = link.target
    if (link.language or scan.file.language) in _SCRIPTS:
        parts = target.split("/")
        if not target.startswith((".", "/")):
            yield "/".join(parts[:2]) if target.startswith("@") else parts[0]
    elif target and not target.startswith("."):
        yield target.partition(".")[0]
