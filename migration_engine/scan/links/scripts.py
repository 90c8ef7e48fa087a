"""Finds the file that a script's import means by a path, an alias or a package of the tree."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator

from migration_engine.scan.links.modules import ModuleIndex, within
from migration_engine.value import Value

_ENDINGS = (
    *("", ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte", ".json"),
    *("/index.ts", "/index.tsx", "/index.js", "/index.jsx", "/index.mjs", "/index.vue"),
)
# What a bundler's template calls the sources when nothing in the tree says otherwise.
_USUAL = ("@/", "~/")


class Alias(Value, frozen=True):
    """`pattern` with `*` for the rest stands for `target`, for all files under `folder`."""

    folder: str
    pattern: str
    target: str

    def meant(self, written: str) -> str:
        """The path that is meant, or an empty text for another name."""
        head, star, _ = self.pattern.partition("*")
        if not star:
            return self.target if written == self.pattern else ""
        return self.target.replace("*", written[len(head) :], 1) if written.startswith(head) else ""


class ScriptIndex:
    """The files of the tree by what scripts call them."""

    def __init__(self, files: ModuleIndex, aliases: Iterable[Alias]) -> None:
        self._files = files
        self._aliases = sorted(aliases, key=lambda one: (-len(one.folder), -len(one.pattern)))

    def file(self, written: str, importer: str) -> str:
        """The file that a module names, or an empty text for a package from outside."""
        if written.startswith("."):
            return self._at(within(posixpath.dirname(importer), written))
        return next(filter(None, map(self._at, self._meant(written, importer))), "")

    def _meant(self, written: str, importer: str) -> Iterator[str]:
        for alias in self._aliases:
            if not alias.folder or importer.startswith(f"{alias.folder}/"):
                yield alias.meant(written)
        if written.startswith(_USUAL):
            for folder in _above(importer):
                yield within(folder, f"src/{written[2:]}")
                yield within(folder, written[2:])

    def _at(self, path: str) -> str:
        if not path:
            return ""
        stem, ending = posixpath.splitext(path)
        typed = (f"{stem}.ts", f"{stem}.tsx") if ending in (".js", ".jsx") else ()
        return self._files.first(*(f"{path}{ending}" for ending in _ENDINGS), *typed)


def _above(path: str) -> Iterator[str]:
    while path:
        path = posixpath.dirname(path)
        yield path
