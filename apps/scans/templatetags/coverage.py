"""Groups the skipped paths of a scan by their reason."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import template

from apps.core.templatetags.texts import in_language
from migration_engine.intake.skips import skip_text

register = template.Library()
SHOWN = 12


@dataclass(frozen=True, slots=True)
class SkipGroup:
    """The paths that were skipped for one reason; `key` is the reason as the scan document has it."""

    key: str
    reason: str
    all: list[str]

    @property
    def number(self) -> int:
        """How many there are."""
        return len(self.all)

    @property
    def paths(self) -> list[str]:
        """The first of them."""
        return self.all[:SHOWN]

    @property
    def more(self) -> int:
        """How many are not among the first."""
        return max(0, len(self.all) - SHOWN)


@register.filter
def by_reason(skipped: list[Mapping[str, str]]) -> list[SkipGroup]:
    """Return one group for each reason, the most frequent first."""
    groups: dict[str, list[str]] = defaultdict(list)
    for one in skipped or ():
        groups[one["reason"]].append(one["path"])
    ranked = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return [SkipGroup(reason, in_language(skip_text(reason)), paths) for reason, paths in ranked]


@register.filter
def without_code(coverage: Mapping[str, Any]) -> int:
    """Return how many files were neither scanned nor skipped: texts and data, of which no rule speaks."""
    known: int = coverage["files_scanned"] + len(coverage["skipped"])
    return max(0, int(coverage["files_total"]) - known)


@register.filter
def read_coarsely(truncated: list[str]) -> list[str]:
    """Return the files that were read in a coarser way, each with the reason in the reader's language."""
    parts = (line.partition(": ") for line in truncated or ())
    return [f"{path}{colon}{in_language(skip_text(reason))}" for path, colon, reason in parts]
