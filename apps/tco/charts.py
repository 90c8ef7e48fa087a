"""What the browser draws: numbers in the reader's scale, with every word that stands in a chart."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from apps.tco.forms import value_at
from apps.tco.money import axis, compact, number
from apps.tco.origins import is_measured
from apps.tco.verdict import ratio_now, servers_of
from apps.tco.waterfall import ONE_OFF, bars
from migration_engine.tco.shown import at_least

Chart = dict[str, Any]


def charts(inputs: dict[str, Any], result: dict[str, Any]) -> dict[str, Chart]:
    """Return the charts that follow at once from a change."""
    return {
        "cumulative": cumulative(inputs, result),
        "waterfall": waterfall(result),
        "staircase": staircase(inputs, result),
    }


def cumulative(inputs: dict[str, Any], result: dict[str, Any]) -> Chart:
    """Return both running costs, counted upwards, with the months in which they cross."""
    scale, unit = axis(result["currency"])
    months = result["monthly"]
    stay, migrate = (
        [_cost(row[f"cumulative_{side}"], scale) for row in months] for side in ("stay", "migrate")
    )
    return {
        "months": [row["month"] for row in months],
        "stay": stay,
        "migrate": migrate,
        "dualRun": value_at(inputs, "dual_run_months"),
        "crossings": crossings(result["crossings"], stay),
        "words": {
            "stay": _("Stay on GPU"),
            "migrate": _("Migrate to Ascend"),
            "month": _("Month"),
            "money": _("Cumulative cost, %(unit)s") % {"unit": unit},
            "dualRun": _("Both run"),
            "crossing": _("Lines cross"),
        },
    }


def crossings(months: list[float], costs: list[float | None]) -> list[list[float]]:
    """Return where the lines meet as month and cost, the cost interpolated for the picture."""
    found = []
    for month in months:
        before, share = int(month), month % 1
        low, high = costs[before], costs[min(before + 1, len(costs) - 1)]
        if low is not None and high is not None:
            found.append([round(month, 2), round(low + share * (high - low), 4)])
    return found


def waterfall(result: dict[str, Any]) -> Chart:
    """Return the bars from the one net present value to the other, cost counted upwards."""
    scale, unit = axis(result["currency"])
    found = bars(result)
    return {
        "labels": [bar.label for bar in found],
        "amounts": [_cost(bar.difference, scale) for bar in found],
        "texts": [compact(abs(bar.difference), result["currency"]) for bar in found],
        "once": [bar.head in ONE_OFF for bar in found],
        "stay": _cost(result["npv_stay"], scale),
        "migrate": _cost(result["npv_migrate"], scale),
        "ends": [compact(-(result[key] or 0.0), result["currency"]) for key in ("npv_stay", "npv_migrate")],
        "words": {
            "stay": _("Stay on GPU"),
            "migrate": _("Migrate to Ascend"),
            "more": _("Costs more"),
            "less": _("Costs less"),
            "money": _("Present value of the cost, %(unit)s") % {"unit": unit},
        },
    }


def staircase(inputs: dict[str, Any], result: dict[str, Any]) -> Chart:
    """Return the steps as a line over the ratio, with the entered ratio and the fractional break-even."""
    scale, unit = axis(result["currency"])
    steps = sorted(result["breakeven_throughput_ratio"]["steps"], key=lambda step: float(step["ratio_from"]))
    now = ratio_now(inputs)
    difference = result["npv_difference"]
    return {
        "ratios": [at_least(step["ratio_from"], 4) for step in steps],
        "differences": [round(step["npv_difference"] / scale, 4) for step in steps],
        "servers": [servers_of(step) for step in steps],
        "now": None if now is None else round(now, 4),
        "nowDifference": None if difference is None else round(difference / scale, 4),
        "words": {
            "ratio": _("Throughput of a device, Ascend to GPU"),
            "money": _("NPV difference, %(unit)s") % {"unit": unit},
            "now": _ratio_label(inputs) % {"ratio": "" if now is None else number(now, 3)},
            "servers": _("Ascend servers"),
        },
    }


def _ratio_label(inputs: dict[str, Any]) -> str:
    """Both throughputs measured make a measured ratio; anything else is somebody's figure."""
    measured = all(is_measured(inputs, f"sides.{side}.tokens_per_s_per_device") for side in ("gpu", "ascend"))
    return _("Measured: %(ratio)s") if measured else _("Entered: %(ratio)s")


def _cost(amount: float | None, scale: float) -> float | None:
    """Return a cash flow as a cost: positive, in the scale of the axis."""
    return None if amount is None else round(0.0 - amount / scale, 4)
