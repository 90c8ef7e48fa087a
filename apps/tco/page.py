"""Everything that the cost page shows, put together from inputs, result and form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.forms import BoundField

from apps.tco import figures
from apps.tco.fields import GROUPS, SIDE_ROWS, SIDES, Row
from apps.tco.forms import ScenarioForm
from apps.tco.origins import Badge, badge_of, placeholders_left
from apps.tco.selectors import Comparison
from apps.tco.verdict import label_of, verdict_of


@dataclass(frozen=True, slots=True)
class Cell:
    """One field with its unit and where its figure comes from."""

    field: BoundField
    unit: str
    badge: Badge | None


@dataclass(frozen=True, slots=True)
class Faulty:
    """A field that was refused, by its whole name."""

    label: str
    field: BoundField


@dataclass(frozen=True, slots=True)
class Line:
    """One quantity with its fields: one, or one for each side (None where a side has none)."""

    label: str
    unit: str
    cells: list[Cell | None]


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Lines under one heading."""

    title: str
    lines: list[Line]


def page_of(found: Comparison, form: ScenarioForm) -> dict[str, Any]:
    """Return the context of the page."""
    inputs, result = found.inputs, found.result
    currency = str(result["currency"])
    return {
        "comparison": found,
        "form": form,
        "verdict": verdict_of(inputs, result),
        "placeholders": placeholders_left(inputs),
        "faulty": [Faulty(label_of(field.name), field) for field in form if field.errors],
        "key_figures": figures.key_figures(inputs, result),
        "running_cost": figures.running_cost(result),
        "staircase": figures.staircase(inputs, result),
        "months": figures.months(result),
        "chart": figures.chart(inputs, result),
        "side_titles": [title for _side, title in SIDES],
        "side_lines": [_line(form, row, _side_paths(row), currency) for row in SIDE_ROWS],
        "groups": [
            FieldGroup(str(group.title), [_line(form, row, [row.key], currency) for row in group.rows])
            for group in GROUPS
        ],
    }


def _side_paths(row: Row) -> list[str]:
    return [f"sides.{side}.{row.key}" for side, _title in SIDES]


def _line(form: ScenarioForm, row: Row, paths: list[str], currency: str) -> Line:
    unit = str(row.unit).replace("{currency}", currency)
    cells = [
        Cell(form[path], unit, badge_of(form.inputs, path)) if path in form.fields else None for path in paths
    ]
    return Line(str(row.label), unit, cells)
