"""Scenarios in columns: what each answers, and only those inputs in which they differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from apps.core.templatetags.texts import in_language
from apps.tco import figures
from apps.tco.fields import rows_by_path
from apps.tco.forms import ScenarioForm, holds_at, shown_at
from apps.tco.models import Variant
from apps.tco.numbers import LEFT_OUT
from apps.tco.quotes import is_equal
from apps.tco.selectors import Comparison
from apps.tco.variants import BY_KIND, applied
from apps.tco.verdict import Verdict, briefly, label_of, unit_of, verdict_of
from apps.tco.what_if import query_of, shown_in
from migration_engine.errors import ScenarioInvalid
from migration_engine.tco import evaluate, load_scenario
from migration_engine.text import Text


@dataclass(frozen=True, slots=True)
class NpvBar:
    """The NPV difference as a bar to the left or right of the middle, in hundredths of the width."""

    start: float
    width: float
    pays: bool


@dataclass(frozen=True, slots=True)
class Column:
    """One scenario with its answer; `result` is None where its figures contradict each other."""

    title: str
    inputs: dict[str, Any]
    result: dict[str, Any] | None
    verdict: Verdict | None
    says: str = ""
    variant: Variant | None = None
    question: str = ""
    query: str = ""
    bar: NpvBar | None = None
    is_same: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """One cell of the table; `differs` tells that it is not what the base says."""

    text: str
    differs: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """A quantity over all columns."""

    label: str
    unit: str = ""
    entries: list[Entry] = field(default_factory=list)


def columns_of(found: Comparison, variants: Iterable[Variant]) -> list[Column]:
    """Return the base, then every variant applied to it."""
    verdict = verdict_of(found.inputs, found.result)
    base = Column(_("Base"), found.inputs, found.result, verdict, briefly(found.result))
    columns = [base, *(_column(found.inputs, variant) for variant in variants)]
    reach = max((abs(_npv(column) or 0.0) for column in columns), default=0.0)
    return [replace(column, bar=_bar(_npv(column), reach)) for column in columns]


def _npv(column: Column) -> float | None:
    return None if column.result is None else column.result["npv_difference"]


def _bar(npv: float | None, reach: float) -> NpvBar | None:
    if npv is None or not reach:
        return None
    width = 50 * abs(npv) / reach
    return NpvBar(50.0 if npv >= 0 else 50 - width, width, npv >= 0)


def answers(columns: list[Column]) -> list[TableRow]:
    """Return the figures that decide, for all columns."""
    listed = [_figures(column) for column in columns]
    named = next((found for found in listed if found), [])
    return [
        TableRow(label, entries=[Entry(found[place][1] if found else "–") for found in listed])
        for place, (label, _value) in enumerate(named)
    ]


def differences(columns: list[Column]) -> list[TableRow]:
    """Return the inputs that are not the same in all columns."""
    base, form = columns[0].inputs, ScenarioForm(columns[0].inputs)
    currency = str(base["currency"])
    rows = []
    for path in rows_by_path():
        values = [_shown(column.inputs, path) for column in columns]
        if not all(is_equal(value, values[0]) for value in values):
            entries = [Entry(shown_in(form, path, value), not is_equal(value, values[0])) for value in values]
            rows.append(TableRow(label_of(path), unit_of(path, currency), entries))
    return rows


def _shown(inputs: dict[str, Any], path: str) -> Any:
    """An option that one scenario leaves out and another sets to what holds anyway is the same."""
    held = holds_at(inputs, path)
    return LEFT_OUT if held is None and shown_at(inputs, path) == LEFT_OUT else held


def title_of(variant: Variant) -> str:
    """Return what a page calls the variant."""
    ready = BY_KIND.get(variant.kind)
    return str(ready.title) if ready else variant.name


def _column(base: dict[str, Any], variant: Variant) -> Column:
    ready = BY_KIND.get(variant.kind)
    inputs = applied(base, variant.changes)
    result, verdict = None, None
    try:
        _check_currency(base, inputs)
        result = evaluate(load_scenario(inputs)).to_dict()
        verdict, says = verdict_of(inputs, result), briefly(result)
    except ScenarioInvalid as error:
        says = f"{label_of(error.place)}: {in_language(error.text)}"
    question = str(ready.question) if ready else ""
    query = query_of(base, variant.changes)
    same = all(is_equal(_shown(inputs, path), _shown(base, path)) for path in rows_by_path())
    return Column(title_of(variant), inputs, result, verdict, says, variant, question, query, is_same=same)


def _check_currency(base: dict[str, Any], inputs: dict[str, Any]) -> None:
    if inputs["currency"] != base["currency"]:
        raise ScenarioInvalid(
            Text(
                "not that of the base: remove this scenario and make it anew",
                "与基准不同：请移除该情景后重新创建",
            ),
            place="currency",
        )


def _figures(column: Column) -> list[tuple[str, str]]:
    if column.result is None:
        return []
    head = figures.headline(column.inputs, column.result)
    rows = [(_("Net present value, migrate minus stay"), head["npv"]), (_("Payback"), head["payback"])]
    return rows + [(one.label, one.value) for one in figures.key_figures(column.result)]
