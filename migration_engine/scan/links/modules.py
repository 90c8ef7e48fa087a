"""Finds the file of the tree that a written name means: a Python module, a relative path, a header."""

from __future__ import annotations

import posixpath
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator

# What stands in a folder that an installer puts on the import path, and where it keeps packages.
_PROJECT_FILES = ("pyproject.toml", "setup.py", "setup.cfg")
_PROJECT_SOURCES = ("", "src", "python", "lib")


class ModuleIndex:
    """Every path by the names that other files may call it by."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = frozenset(paths)
        self._modules: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self._names: dict[str, list[str]] = defaultdict(list)
        self._roots = frozenset(_installed(self._paths))
        for path in sorted(self._paths):
            self._names[posixpath.basename(path)].append(path)
            if path.endswith(".py"):
                for dotted, root in self._dotted_names(path):
                    self._modules[dotted].append((root, path))

    def __contains__(self, path: str) -> bool:
        return path in self._paths

    def _dotted_names(self, path: str) -> Iterator[tuple[str, str]]:
        """One name for each folder that can be an import root: one that is no package itself."""
        stem = path[: -len("/__init__.py")] if path.endswith("/__init__.py") else path[: -len(".py")]
        parts = stem.split("/")
        for start in range(len(parts)):
            folder = "/".join(parts[:start])
            if not folder or f"{folder}/__init__.py" not in self._paths:
                yield ".".join(parts[start:]), folder

    def module(self, dotted: str, importer: str) -> str:
        """The file of an absolute module name: of several, the one nearest to the importer.

        A folder that neither holds the importer nor is installed is an import root only for a name of
        several parts that nothing else in the tree has: `utils` somewhere else is most likely another one.
        """
        named = self._modules.get(dotted)
        if not named or dotted in sys.stdlib_module_names:
            return ""
        known = [(root, path) for root, path in named if path != importer]
        found = [path for root, path in known if root in self._roots or _holds(root, importer)]
        if len(found) == 1:
            return found[0]
        if not found and len(known) == 1 and "." in dotted:
            found = [known[0][1]]
        return min(found, key=lambda path: (-_shared(path, importer), path), default="")

    def relative_module(self, dotted: str, importer: str) -> str:
        """The file of `.name` or `..name` as the importer writes it."""
        level = len(dotted) - len(dotted.lstrip("."))
        folder = importer.rpartition("/")[0]
        for _ in range(level - 1):
            if not folder:
                return ""  # beyond the top of the tree
            folder = folder.rpartition("/")[0]
        inner = dotted[level:].replace(".", "/")
        target = f"{folder}/{inner}" if folder and inner else folder or inner
        return self.first(f"{target}.py", f"{target}/__init__.py")

    def near(self, written: str, importer: str) -> str:
        """A file by a path relative to the importer, else to the root of the tree."""
        clean = written.strip().removeprefix("./")
        return self.first(within(posixpath.dirname(importer), clean), within("", clean))

    def header(self, written: str, includer: str) -> str:
        """The file beside the includer, else the one nearest to it whose path ends so; two as near: none."""
        if found := self.near(written, includer):
            return found
        same = [
            path for path in self._names.get(posixpath.basename(written), ()) if path.endswith(f"/{written}")
        ]
        nearest = max((_shared(path, includer) for path in same), default=0)
        best = [path for path in same if _shared(path, includer) == nearest]
        return best[0] if len(best) == 1 else ""

    def first(self, *paths: str) -> str:
        """The first of the paths that is a file of the tree."""
        for path in paths:
            if path in self._paths:
                return path
        return ""


def within(folder: str, written: str) -> str:
    """The path from the root of the tree of what is written relative to a folder; empty when it leads out."""
    path = posixpath.normpath(posixpath.join(folder, written))
    return "" if path.startswith(("../", "/")) or path in ("..", ".") else path


def _installed(paths: Iterable[str]) -> Iterator[str]:
    """The root of the tree, and each folder of a project of its own with the usual places for packages."""
    yield from _PROJECT_SOURCES
    for path in paths:
        folder, _, name = path.rpartition("/")
        if name in _PROJECT_FILES and folder:
            yield from (f"{folder}/{inner}".rstrip("/") for inner in _PROJECT_SOURCES)


def _holds(root: str, path: str) -> bool:
    return not root or path.startswith(f"{root}/")


def _shared(path: str, other: str) -> int:
    """How many leading folders two paths have in common."""
    count = 0
    for mine, theirs in zip(path.split("/")[:-1], other.split("/")[:-1], strict=False):
        if mine != theirs:
            break
        count += 1
    return count
