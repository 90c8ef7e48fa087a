"""Everything that the cost page shows, put together from what was asked and what is stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.forms import BoundField
from django.utils.translation import gettext as _

from apps.tco.answer import answer_of
from apps.tco.fields import GROUPS, SIDE_GROUPS, SIDES, Group, Row, unit_in
from apps.tco.forms import ScenarioForm, at
from apps.tco.levers import sliders
from apps.tco.merge import as_shown
from apps.tco.origins import Badge, badge_of
from apps.tco.reach import reach_charts, reach_of
from apps.tco.selectors import Comparison
from apps.tco.sensitivity import Sensitivity
from apps.tco.templatetags.tco import plain
from apps.tco.verdict import label_of, verdict_of
from apps.tco.what_if import WhatIf, changes_of, typed, typed_as


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
class Wanted:
    """A figure that the verdict waits for, with what was typed for it and why that was refused."""

    path: str
    label: str
    unit: str
    typed: str
    fault: str


@dataclass(frozen=True, slots=True)
class Line:
    """One quantity with its fields: one, or one for each side (None where a side has none)."""

    label: str
    unit: str
    cells: list[Cell | None]


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Lines under one heading; an optional group is closed until something stands in it."""

    title: str
    lines: list[Line]
    is_open: bool


def page_of(found: Comparison, asked: WhatIf) -> dict[str, Any]:
    """Return the context of the whole page."""
    return live_of(found, asked) | advanced_of(asked.form, str(asked.result["currency"]))


def live_of(found: Comparison, asked: WhatIf) -> dict[str, Any]:
    """Return the context of what follows a change at once."""
    changed = typed_as(asked.base, asked.changed)
    return answer_of(asked.inputs, asked.result) | {
        "comparison": found,
        "asked": asked,
        "answers_query": urlencode(changed),
        "exports_query": f"?{urlencode(changed)}" if changed else "",
        "changed": changed,
        "shown_before": as_shown({path: text for path, text in typed(asked.base).items() if path in changed}),
        "changes": changes_of(asked),
        "sliders": sliders(asked.base, asked.inputs, str(asked.result["currency"])),
        "faulty": faulty_in(asked.form),
        "left_out": _(", ").join(one.label for one in faulty_in(asked.form)) or _("a figure"),
        "left_out_query": urlencode(asked.query_refused),
        "wanted": _wanted(asked),
        "controls": _controls(asked),
    }


def _wanted(asked: WhatIf) -> list[Wanted]:
    faults = _faults(asked)
    return [
        Wanted(one.path, one.label, one.unit, asked.query.get(one.path, ""), faults.get(one.path, ""))
        for one in verdict_of(asked.inputs, asked.result).missing
    ]


def _faults(asked: WhatIf) -> dict[str, str]:
    return {one.field.name: " ".join(map(str, one.field.errors)) for one in faulty_in(asked.form)}


def _controls(asked: WhatIf) -> dict[str, dict[str, str]]:
    """Return where the sliders stand and what their fields hold, for the browser to move them along."""
    form = ScenarioForm(asked.inputs)
    stands = sliders(asked.base, asked.inputs, "")
    return {
        "fields": {path: str(form[path].value()) for one in stands for path in one.lever.paths},
        "sliders": {one.lever.key: plain(one.now) for one in stands},
        "faults": _faults(asked),
    }


def reach_context(asked: WhatIf, found: Sensitivity) -> dict[str, Any]:
    """Return the context of what the analyses say."""
    return {
        "reach": reach_of(asked.inputs, found),
        "reach_charts": reach_charts(asked.inputs, found),
        "verdict": verdict_of(asked.inputs, asked.result),
    }


def advanced_of(form: ScenarioForm, currency: str) -> dict[str, Any]:
    """Return the context of the form of all figures."""
    return {
        "form": form,
        "side_titles": [title for _side, title in SIDES],
        "side_groups": [_field_group(form, group, currency, _side_paths) for group in SIDE_GROUPS],
        "groups": [_field_group(form, group, currency, lambda row: [row.key]) for group in GROUPS],
    }


def _field_group(
    form: ScenarioForm, group: Group, currency: str, paths_of: Callable[[Row], list[str]]
) -> FieldGroup:
    paths = [path for row in group.rows for path in paths_of(row) if path in form.fields]
    is_used = any(at(form.inputs, path) is not None or path in form.errors for path in paths)
    lines = [_line(form, row, paths_of(row), currency) for row in group.rows]
    return FieldGroup(str(group.title), lines, is_used or not group.is_optional)


def cell_of(form: ScenarioForm, path: str, unit: str) -> Cell:
    """Return the field of a key path with its badge."""
    return Cell(form[path], unit, badge_of(form.inputs, path))


def faulty_in(form: ScenarioForm) -> list[Faulty]:
    """Return the fields that were refused."""
    return [Faulty(label_of(field.name), field) for field in form if field.errors] if form.is_bound else []


def _side_paths(row: Row) -> list[str]:
    return [f"sides.{side}.{row.key}" for side, _title in SIDES]


def _line(form: ScenarioForm, row: Row, paths: list[str], currency: str) -> Line:
    unit = unit_in(row, currency)
    cells = [cell_of(form, path, unit) if path in form.fields else None for path in paths]
    return Line(str(row.label), unit, cells)
