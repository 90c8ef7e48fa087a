"""Short ways to read a text with one reader, and to scan a few files with the whole catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent

from migration_engine.intake import memory_tree
from migration_engine.model import Finding, RuleSet, TreeScan
from migration_engine.rules import load_catalogue
from migration_engine.scan import scan_tree
from migration_engine.scan.languages import language_of
from migration_engine.scan.readers.table import READERS
from migration_engine.scan.sighting import Reading

_COMPILED = TemporaryDirectory(prefix="compiled-rules-")
"""Compiling the rules takes longer than reading a small file."""


@cache
def catalogue() -> RuleSet:
    return load_catalogue()


def read(path: str, text: str) -> Reading:
    """All that the reader of this kind of file sights."""
    reading = Reading(readers=READERS)
    READERS[language_of(path, text.encode())](dedent(text), reading)
    return reading


def sighted(path: str, text: str) -> set[tuple[str, str, int]]:
    """Kind, symbol and line of everything sighted."""
    return {(sight.kind.value, sight.symbol, sight.span.line) for sight in read(path, text).sights}


def scan(files: Mapping[str, str | bytes], **wishes: str) -> TreeScan:
    tree = memory_tree(
        {
            path: dedent(content).encode() if isinstance(content, str) else content
            for path, content in files.items()
        }
    )
    return scan_tree(tree, catalogue(), cache=Path(_COMPILED.name), **wishes)


def found(text: str, path: str = "app.py") -> tuple[Finding, ...]:
    """The findings in one file."""
    return scan({path: text}).findings


def lines_of(findings: tuple[Finding, ...], status: str = "open") -> list[int]:
    return sorted(one.span.line for one in findings if one.status == status)
