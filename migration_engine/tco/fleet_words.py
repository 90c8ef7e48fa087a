"""A fleet over the horizon in words: servers at first, and when more of them stand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from migration_engine.text import Text

Rises = tuple[tuple[int, int], ...]
"""Month and servers from then on, for every month in which more stand than before."""

# More rises than that are a curve, and no list.
_LISTED = 3


def rises_of(servers: Sequence[int]) -> Rises:
    """The rises of a fleet, one count a month from month 0 on."""
    if len(set(servers)) == 1:
        return ()
    return tuple((month, now) for month, (before, now) in enumerate(pairwise(servers), 1) if now != before)


def servers_in_words(first: int, rises: Sequence[Sequence[int]]) -> Text:
    """Servers in month 0 and what they rise to, such as `3, rising to 4 in month 2`."""
    if not rises:
        return Text(f"{first:,}", f"{first:,}")
    if len(rises) > _LISTED:
        month, last = rises[-1]
        return Text(
            f"{first:,}, rising in {len(rises)} steps to {last:,} in month {month}",
            f"{first:,}，分 {len(rises)} 次增至 {last:,}（第 {month} 个月）",
        )
    en = " and ".join(f"to {count:,} in month {month}" for month, count in rises)
    zh = "，".join(f"第 {month} 个月增至 {count:,}" for month, count in rises)
    return Text(f"{first:,}, rising {en}", f"{first:,}，{zh}")
