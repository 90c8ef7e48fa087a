"""Picks one small group to go first through the whole process, where that makes sense."""

from __future__ import annotations

from collections.abc import Sequence

from migration_engine.planning.groups import Group

# A pilot teaches the process; one that is a large part of the work is the work itself.
_LARGEST_SHARE = 0.2
_LONGEST_DAYS = 15.0
_FEWEST_GROUPS = 3


def pilot_of(groups: Sequence[Group]) -> int | None:
    """The position of the pilot: stands on nothing strong, few stand on it, little work; None without one."""
    if len(groups) < _FEWEST_GROUPS:
        return None
    most = min(_LONGEST_DAYS, _LARGEST_SHARE * sum(group.likely_days for group in groups))
    fit = [
        (len(group.needed_by), group.likely_days, place)
        for place, group in enumerate(groups)
        if not group.needs and not group.moves_together and 0 < group.likely_days <= most
    ]
    return min(fit)[2] if fit else None
