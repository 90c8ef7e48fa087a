"""Share bars and shares of the head of the map."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from apps.coupling.map.bars import Bar, bars
from migration_engine.coupling import Share

register = template.Library()


@register.filter
def file_bars(counts: Mapping[str, int], width: int) -> tuple[Bar, ...]:
    """Return the pieces of the bar that shows all files by coupling."""
    return bars(_share(counts), width)


@register.filter
def percent_free(counts: Mapping[str, int]) -> int:
    """Return the percentage of files without a strong finding, rounded down: 100 means all of them."""
    share = _share(counts)
    return 100 * (share.weak + share.none) // (share.files or 1)


def _share(counts: Mapping[str, int]) -> Share:
    return Share(counts["files_strong"], counts["files_weak"], counts["files_none"])
