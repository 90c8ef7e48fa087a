"""The text of scanned files with every secret blanked: what may be kept to be shown."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from migration_engine.intake import SourceTree
from migration_engine.scan.secrets.redact import redacted
from migration_engine.scan.text import decoded, storable

LARGEST = 1024 * 1024
"""Bytes of a file that is kept."""


def redacted_sources(tree: SourceTree, paths: Collection[str]) -> Iterator[tuple[str, str]]:
    """Path and redacted text of those files of the tree that are not too large, in the order of the tree."""
    for entry in tree.entries:
        if entry.path in paths and not entry.is_unread and entry.size <= LARGEST:
            yield entry.path, storable(redacted(decoded(tree.read(entry))))
