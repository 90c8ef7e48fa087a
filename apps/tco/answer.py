"""What one set of inputs answers: everything on the page that changes when a figure does."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from apps.tco import figures
from apps.tco.charts import charts
from apps.tco.fields import SIDES
from apps.tco.money import axis
from apps.tco.origins import overdue_in, placeholders_left
from apps.tco.verdict import verdict_of


def answer_of(inputs: dict[str, Any], result: dict[str, Any]) -> dict[str, Any]:
    """Return the context of the verdict, the charts and the tables behind them."""
    return figures.headline(inputs, result) | {
        "verdict": verdict_of(inputs, result),
        "money_unit": axis(str(result["currency"]))[1],
        "placeholders": placeholders_left(inputs),
        "run_out": overdue_in(inputs, timezone.localdate()),
        "key_figures": figures.key_figures(result),
        "running_cost": figures.running_cost(result),
        "staircase": figures.staircase(inputs, result),
        "heads": figures.heads(result),
        "months": figures.months(result),
        "charts": charts(inputs, result),
        "side_titles": [title for _side, title in SIDES],
    }
