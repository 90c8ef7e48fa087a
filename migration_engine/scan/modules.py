"""Finds the file of the tree that a written name means: a module, a relative path, a header."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Iterator

_ENDINGS = ("", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".vue", "/index.ts", "/index.tsx", "/index.js")


class ModuleIndex:
    """Every path by the names that other files may call it by."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = frozenset(paths)
        self._modules: dict[str, list[str]] = defaultdict(list)
        self._names: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self._paths):
            self._names[posixpath.basename(path)].append(path)
            if path.endswith(".py"):
                for dotted in self._dotted_names(path):
                    self._modules[dotted].append(path)

    def _dotted_names(self, path: str) -> Iterator[str]:
        """One name for each folder that can be an import root: one that is no package itself."""
        stem = path[: -len("/__init__.py")] if path.endswith("/__init__.py") else path[: -len(".py")]
        parts = stem.split("/")
        for start in range(len(parts)):
            folder = "/".join(parts[:start])
            if not folder or f"{folder}/__init__.py" not in self._paths:
                yield ".".join(parts[start:])

    def module(self, dotted: str, importer: str) -> str:
        """The file of an absolute module name: of several, the one nearest to the importer."""
        found = [path for path in self._modules.get(dotted, ()) if path != importer]
        return min(found, key=lambda path: (-_shared(path, importer), path), default="")

    def relative_module(self, dotted: str, importer: str) -> str:
        """The file of `.name` or `..name` as the importer writes it."""
        level = len(dotted) - len(dotted.lstrip("."))
        folder = posixpath.dirname(importer)
        for _ in range(level - 1):
            folder = posixpath.dirname(folder)
        target = "/".join(filter(None, (folder, dotted[level:].replace(".", "/"))))
        return self._first(f"{target}.py", f"{target}/__init__.py")

    def near(self, written: str, importer: str) -> str:
        """A file by a path relative to the importer, else to the root of the tree."""
        clean = written.strip().removeprefix("./")
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(importer), clean))
        return self._first(
            *(f"{base}{ending}" for base in (beside, posixpath.normpath(clean)) for ending in _ENDINGS)
        )

    def header(self, written: str, importer: str) -> str:
        if found := self.near(written, importer):
            return found
        same = [
            path for path in self._names.get(posixpath.basename(written), ()) if path.endswith(f"/{written}")
        ]
        return min(same, key=lambda path: (-_shared(path, importer), path), default="")

    def _first(self, *paths: str) -> str:
        return next((path for path in paths if path in self._paths), "")


def _shared(path: str, other: str) -> int:
    """How many leading folders two paths have in common."""
    count = 0
    for mine, theirs in zip(path.split("/")[:-1], other.split("/")[:-1], strict=False):
        if mine != theirs:
            break
        count += 1
    return count
