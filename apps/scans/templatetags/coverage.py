"""Groups the skipped paths of a scan by their reason."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from django import template

from apps.core.templatetags.texts import in_language
from migration_engine.intake.skips import skip_text

register = template.Library()
SHOWN = 12


@register.filter
def by_reason(skipped: list[Mapping[str, str]]) -> list[dict[str, str | int | list[str]]]:
    """Return one entry for each reason with its number and first paths, the most frequent first."""
    groups: dict[str, list[str]] = defaultdict(list)
    for one in skipped or ():
        groups[one["reason"]].append(one["path"])
    ranked = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return [
        {
            "reason": in_language(skip_text(reason)),
            "number": len(paths),
            "paths": paths[:SHOWN],
            "more": max(0, len(paths) - SHOWN),
        }
        for reason, paths in ranked
    ]


@register.filter
def read_coarsely(truncated: list[str]) -> list[str]:
    """Return the files that were read in a coarser way, each with the reason in the reader's language."""
    parts = (line.partition(": ") for line in truncated or ())
    return [f"{path}{colon}{in_language(skip_text(reason))}" for path, colon, reason in parts]
