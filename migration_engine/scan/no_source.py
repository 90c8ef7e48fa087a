"""Says which files are no source that anybody edits: bundles, and data that only look like configuration."""

from __future__ import annotations

from migration_engine.intake import skips

_BUNDLES = frozenset({"javascript", "typescript", "css"})
_SMALLEST_BUNDLE = 20_000
_BUNDLE_ROW = 500
_LARGEST_CONFIGURATION = 1024 * 1024


def reason_not_to_read(language: str, data: bytes) -> str:
    """A stable phrase of `skips`, or nothing: bundles by their rows, in bytes; data by their size."""
    size = len(data)
    if language in _BUNDLES and size > _SMALLEST_BUNDLE and size > _BUNDLE_ROW * (data.count(b"\n") + 1):
        return skips.MINIFIED
    if language == "json" and size > _LARGEST_CONFIGURATION:
        return skips.DATA.format(size)
    return ""
