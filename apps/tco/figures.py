"""The result as a page lists it: key figures, running cost, the staircase, the months, the bars."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.core.templatetags.texts import in_language
from apps.tco.forms import value_at
from apps.tco.money import compact, exact, number, percent, whole
from apps.tco.verdict import ratio_now, servers_of
from apps.tco.waterfall import Bar, bars, head_labels
from migration_engine.tco.fleet_words import rises_of, servers_in_words
from migration_engine.tco.flips import Pays
from migration_engine.tco.heads import RUNNING
from migration_engine.tco.shown import at_least

_WORLDS = (("gpu", "stay"), ("ascend", "migrate"))
# A ratio computed from two throughputs may lie a rounding below the one that it is.
_REACHED = 1 + 1e-9


@dataclass(frozen=True, slots=True)
class KeyFigure:
    """One answer with its name."""

    label: str
    value: str


def key_figures(result: dict[str, Any]) -> list[KeyFigure]:
    """Return the figures that decide, each shown as unknown where it is."""
    currency, unknown = result["currency"], _("unknown")
    difference, rate = result["npv_difference"], result["irr"]
    return [
        KeyFigure(
            _("Internal rate of return"),
            unknown if difference is None else percent(rate) if rate is not None else _("not defined"),
        ),
        KeyFigure(
            _("Break-even ratio, by parts of a server and by whole ones"),
            unknown if difference is None else _breakeven(result["breakeven_throughput_ratio"]),
        ),
        KeyFigure(
            _("Cost of a million tokens, GPU and Ascend"),
            _pair(result["cost_per_million_tokens"], exact, currency, unknown),
        ),
        KeyFigure(_("Servers, GPU and Ascend"), _servers(result, unknown)),
        KeyFigure(
            _("Tonnes of CO₂ a year, GPU and Ascend"),
            _emitted(result, unknown),
        ),
    ]


def _breakeven(found: dict[str, Any]) -> str:
    """Snapshots of an earlier engine know no threshold of whole servers."""
    threshold = found.get("threshold") or {}
    parts, whole_ones = found["fractional"], threshold.get("ratio_from")
    return " / ".join(
        number(at_least(ratio, 3), 3)
        if ratio is not None
        else _("any")
        if found.get(key) == Pays.ALWAYS
        else _("none")
        for ratio, key in ((parts, "fractional_pays"), (whole_ones, "pays"))
    )


def headline(inputs: dict[str, Any], result: dict[str, Any]) -> dict[str, str]:
    """Return the two figures that stand beside the verdict."""
    npv = _shown(result["npv_difference"], compact, result["currency"], _("unknown"))
    return {"npv": npv, "payback": _payback(inputs, result)}


def running_cost(result: dict[str, Any]) -> list[tuple[str, ...]]:
    """Return the monthly cost by head that either side has, and the total: name, GPU, Ascend."""
    opex, currency, unknown = result["monthly_opex"], result["currency"], _("unknown")
    names = head_labels() | {"total": _("Total a month")}
    sides = (opex["gpu"], opex["ascend"])
    return [
        (names[head], *(_shown(side.get(head, 0.0), whole, currency, unknown) for side in sides))
        for head in (*RUNNING, "total")
        if any(head in side for side in sides)
    ]


@dataclass(frozen=True, slots=True)
class Stair:
    """From this ratio on, so many servers, and what that makes of the difference."""

    ratio: str
    servers: str
    difference: str
    pays: bool
    is_now: bool


def staircase(inputs: dict[str, Any], result: dict[str, Any]) -> list[Stair]:
    """Return the steps of the break-even, the one that the entered throughput reaches marked."""
    steps = result["breakeven_throughput_ratio"]["steps"]
    entered = _entered(steps, result, ratio_now(inputs))
    return [
        Stair(
            ratio=number(at_least(step["ratio_from"], 3), 3),
            servers=servers_of(step),
            difference=compact(step["npv_difference"], result["currency"]),
            pays=step["npv_difference"] >= 0,
            is_now=step is entered,
        )
        for step in steps
    ]


def _entered(steps: list[dict[str, Any]], result: dict[str, Any], now: float | None) -> dict[str, Any] | None:
    """Return the step whose fleet is the present one at first and at the end, the highest within reach."""
    ends = (result["servers"]["ascend"], result["monthly"][-1].get("servers_migrate"))
    alike = [one for one in steps if (one["servers"], one.get("servers_at_end")) == ends] if now else []
    reached = [one for one in alike if one["ratio_from"] <= (now or 0.0) * _REACHED]
    return reached[-1] if reached else alike[0] if alike else None


def months(result: dict[str, Any]) -> list[tuple[str, ...]]:
    """Return the cumulative cost month by month: month, stay, migrate, difference."""
    keys = ("cumulative_stay", "cumulative_migrate", "cumulative_difference")
    return [
        (
            number(row["month"]),
            *(_shown(row[key], whole, result["currency"], _("unknown")) for key in keys),
        )
        for row in result["monthly"]
    ]


def heads(result: dict[str, Any]) -> list[tuple[str, ...]]:
    """Return the present value of every head that differs: name, stay, migrate, difference."""
    currency, found = result["currency"], bars(result)
    if not found:
        return []
    total = Bar("", _("All heads"), result["npv_stay"], result["npv_migrate"])
    return [
        (bar.label, *(whole(amount, currency) for amount in (bar.stay, bar.migrate, bar.difference)))
        for bar in (*found, total)
    ]


def _shown(amount: float | None, form: Any, currency: str, unknown: str) -> str:
    return unknown if amount is None else form(amount, currency)


def _servers(result: dict[str, Any], unknown: str) -> str:
    """Return the servers of both sides, with the GPUs that stay beside Ascend for good."""
    both = " / ".join(_fleet(result, side, world, unknown) for side, world in _WORLDS)
    kept = result.get("gpus_kept")
    if not kept:
        return both
    count = kept["servers"]
    words = ngettext(
        "%(both)s + %(kept)s GPU server kept", "%(both)s + %(kept)s GPU servers kept", count or 0
    )
    return words % {"both": both, "kept": unknown if count is None else number(count)}


def _emitted(result: dict[str, Any], unknown: str) -> str:
    """Return both sides a year, and what the GPUs emit once while both run."""
    a_year = _pair(result["co2_t_per_year"], lambda n, _c: number(n, 1), "", unknown)
    # Snapshots of an earlier engine don't say.
    once = result.get("co2_dual_run_t")
    words = _("%(yearly)s, and %(once)s more of the GPUs in the dual run")
    return words % {"yearly": a_year, "once": number(once, 1)} if once else a_year


def _fleet(result: dict[str, Any], side: str, world: str, unknown: str) -> str:
    """Return the servers of a side over the horizon; snapshots of an earlier engine know the first alone."""
    first, by_month = result["servers"][side], [row.get(f"servers_{world}") for row in result["monthly"]]
    if first is None:
        return unknown
    rises = () if None in by_month else rises_of(by_month)
    return in_language(servers_in_words(first, rises))


def _pair(sides: dict[str, float | None], form: Any, currency: str, unknown: str) -> str:
    return " / ".join(_shown(sides[side], form, currency, unknown) for side in ("gpu", "ascend"))


def _payback(inputs: dict[str, Any], result: dict[str, Any]) -> str:
    if result["npv_difference"] is None:
        return _("unknown")
    month = result["payback_month"]
    if month is None:
        horizon = number(value_at(inputs, "horizon_months"))
        return _("none within %(months)s months") % {"months": horizon}
    if month == 0:
        return _("from the first day")
    later = result["discounted_payback_month"]
    if later is None:
        return _("month %(month)s, never if discounted") % {"month": number(month)}
    if later == month:
        return _("month %(month)s") % {"month": number(month)}
    return _("month %(month)s, discounted %(later)s") % {"month": number(month), "later": number(later)}
