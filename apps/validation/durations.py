"""Lengths of time in words."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _

DAY_S, HOUR_S, MINUTE_S = 86_400, 3_600, 60


def in_words(length: timedelta) -> str:
    """Return a length as readers say it: its two largest parts, nothing below a second."""
    total = max(0, round(length.total_seconds()))
    if total < MINUTE_S:
        return _("%(seconds)d s") % {"seconds": total}
    if total < HOUR_S:
        return _("%(minutes)d min %(seconds)d s") % _parts(total, minutes=MINUTE_S, seconds=1)
    if total < DAY_S:
        return _("%(hours)d h %(minutes)d min") % _parts(total, hours=HOUR_S, minutes=MINUTE_S)
    return _("%(days)d d %(hours)d h") % _parts(total, days=DAY_S, hours=HOUR_S)


def _parts(left: int, /, **units: int) -> dict[str, int]:
    parts = {}
    for name, unit in units.items():
        parts[name], left = divmod(left, unit)
    return parts
