"""Two snapshots in two currencies: at which rate they are compared, and what is only a conversion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from apps.tco.models import Snapshot
from apps.tco.quotes import ENDS, QUOTED, as_figure
from migration_engine.tco.effects import Effects
from migration_engine.tco.exchange import Exchanged, Rate
from migration_engine.tco.labels import is_money

Stood = Mapping[str, tuple[Any, Any]]


def rate_said(before: Snapshot, after: Snapshot, rate: Rate | None) -> str:
    """Say at which rate amounts are compared, or that there is none."""
    said = {
        "before": before.number, "after": after.number,
        "old": before.inputs["currency"], "new": after.inputs["currency"],
    }  # fmt: skip
    if rate is None:
        words = _(
            "Snapshot %(before)s counts in %(old)s, snapshot %(after)s in %(new)s, and neither holds a rate "
            "between the two. Amounts that both quote in one currency are compared; all others are listed "
            "and count as equal."
        )
        return words % said
    words = _(
        "Snapshot %(before)s counts in %(old)s, snapshot %(after)s in %(new)s. Amounts are compared as both "
        "quote them, or at the rate stored with the figures: 1 %(old)s = %(rate)s %(new)s (%(day)s)."
    )
    return words % (said | {"rate": f"{rate.value:.6g}", "day": rate.day or _("day not told")})


def why_no_effect(path: str, joined: Exchanged) -> str:
    """Say why a changed input moves nothing; empty where its currency is no reason."""
    if path in joined.apart:
        return _("not compared, no rate")
    return _("none, same amount") if is_money(path) else ""


def without_conversions(
    stood: Stood, between: Effects | None, joined: Exchanged
) -> dict[str, tuple[Any, Any]]:
    """Return the inputs of which more differs than the currency that they are counted in."""
    moved = {one.path for one in between.changes} if between else set()
    listed = moved | set(joined.apart)
    return {
        path: (old, new)
        for path, (old, new) in stood.items()
        if path in listed or not (path == "currency" or is_money(path) and _beside(old) == _beside(new))
    }


def _beside(stood: Any) -> dict[str, Any]:
    """Return what is said of a figure apart from its amount."""
    return {key: one for key, one in as_figure(stood).items() if key not in (*ENDS, *QUOTED)}
