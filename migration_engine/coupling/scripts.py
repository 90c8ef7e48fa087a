"""Which scripts run outside the browser: those of a package that holds hardly any front-end sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import PurePosixPath

from migration_engine.model import SourceFile

_SCRIPTS = frozenset({".js", ".mjs", ".cjs", ".ts"})
_PAGES = frozenset({".tsx", ".jsx", ".vue", ".svelte", ".html", ".css", ".scss", ".less"})
_OF_INTEREST = (*_SCRIPTS, *_PAGES, "package.json")
_SCRIPTS_A_PAGE = 10


def server_scripts(files: Iterable[SourceFile]) -> frozenset[str]:
    """The paths of those scripts; a package is a folder with a package.json and all below it."""
    paths = [PurePosixPath(file.path) for file in files if file.path.endswith(_OF_INTEREST)]
    packages = {path.parent for path in paths if path.name == "package.json"}
    home = {path: _package(path, packages) for path in paths if path.suffix in _SCRIPTS | _PAGES}
    scripts = Counter(home[path] for path in home if path.suffix in _SCRIPTS)
    pages = Counter(home[path] for path in home if path.suffix in _PAGES)
    return frozenset(
        str(path)
        for path, package in home.items()
        if path.suffix in _SCRIPTS and pages[package] * _SCRIPTS_A_PAGE < scripts[package]
    )


def _package(path: PurePosixPath, packages: set[PurePosixPath]) -> PurePosixPath:
    """The nearest package, or the root of the tree."""
    return next((folder for folder in path.parents if folder in packages), PurePosixPath("."))
