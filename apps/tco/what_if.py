"""A comparison with some figures changed by the address: nothing is stored until somebody keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from apps.tco.fields import rows_by_path
from apps.tco.forms import ScenarioForm, shown_at
from apps.tco.levers import BY_KEY, stand
from apps.tco.money import number
from apps.tco.numbers import LEFT_OUT, NumberField
from apps.tco.outgrown import outgrown
from apps.tco.verdict import label_of, unit_of
from migration_engine.tco import evaluate, load_scenario

Inputs = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The changed inputs with their result, both without what the form refuses."""

    base: Inputs
    inputs: dict[str, Any]
    result: dict[str, Any]
    form: ScenarioForm
    query: dict[str, str]

    @property
    def refused(self) -> bool:
        """Tell whether a change of the address makes no sense."""
        return bool(self.form.is_bound and self.form.errors)

    @property
    def query_refused(self) -> dict[str, str]:
        """Return what the form refuses, as it was typed."""
        faulty = set(self.form.errors) if self.form.is_bound else set()
        return {key: text for key, text in self.query.items() if faulty & _paths_of(key)}

    @property
    def changed(self) -> dict[str, Any]:
        """Return the new values by key path; None is unknown, LEFT_OUT an option that plays no part."""
        stands = ((path, shown_at(self.inputs, path)) for path in rows_by_path())
        return {path: value for path, value in stands if value != shown_at(self.base, path)}


def what_if(base: dict[str, Any], result: dict[str, Any], query: Mapping[str, str]) -> WhatIf:
    """Return the comparison that the query asks for: key paths as typed in the form, and levers."""
    asked = {key: query[key] for key in query if key in BY_KEY or key in rows_by_path()}
    if not asked:
        return WhatIf(base, base, result, ScenarioForm(base), {})
    form = ScenarioForm(base, _typed(base, asked))
    if not form.is_valid():
        valid = what_if(base, result, _accepted(asked, form))
        return WhatIf(base, valid.inputs, valid.result, form, asked)
    inputs = form.to_inputs()
    return WhatIf(base, inputs, evaluate(load_scenario(inputs)).to_dict(), form, asked)


def _accepted(asked: Mapping[str, str], form: ScenarioForm) -> dict[str, str]:
    """Return what is left without the refused figures, and without those that they contradict."""
    faulty = {*form.errors, *form.against}
    kept = {key: text for key, text in asked.items() if not faulty & _paths_of(key)}
    return {} if len(kept) == len(asked) else kept


def _paths_of(key: str) -> set[str]:
    return set(BY_KEY[key].paths) if key in BY_KEY else {key}


def asked_in(query: QueryDict) -> dict[str, str]:
    """Return what an address or a form asks; of a key that comes twice the last that says something."""
    return {key: next(filter(None, reversed(texts)), "") for key, texts in query.lists()}


def query_of(base: Inputs, changes: dict[str, Any]) -> str:
    """Return the address that makes the changes, each typed as its field takes it."""
    return urlencode(typed_as(base, changes))


def typed_as(base: Inputs, values: Mapping[str, Any]) -> dict[str, str]:
    """Return values as their fields take them; what has no field is left out."""
    fields = ScenarioForm(base).fields
    return {
        path: _text(fields[path].prepare_value(value)) for path, value in values.items() if path in fields
    }


def typed(inputs: Inputs) -> dict[str, str]:
    """Return every figure as its field shows it."""
    form = ScenarioForm(inputs)
    return {path: _text(form[path].value()) for path in form.fields}


def _typed(base: dict[str, Any], asked: Mapping[str, str]) -> dict[str, str]:
    """Paths first, then levers, which rest on them: a ratio is of the throughput as it was just entered."""
    shown = typed(base)
    paths = {key: text for key, text in asked.items() if key not in BY_KEY}
    entered = ScenarioForm(base, shown | paths)
    entered.is_valid()
    inputs = entered.to_inputs()
    moved: dict[str, str] = {}
    for key in BY_KEY.keys() & asked.keys():
        moved |= _moved(entered, inputs, key, asked[key])
    return shown | paths | moved


def _moved(form: ScenarioForm, inputs: Inputs, key: str, text: str) -> dict[str, str]:
    """Return what the fields of a lever hold; what is no number stays as it is, for the field to refuse."""
    lever = BY_KEY[key]
    try:
        moved = {} if float(text) == stand(lever, inputs) else lever.move(inputs, float(text))
    except (ValueError, OverflowError):
        return dict.fromkeys(lever.paths, text)
    return {path: _text(form.fields[path].prepare_value(number)) for path, number in moved.items()}


def _text(value: object) -> str:
    return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Change:
    """One figure that differs from what is stored, as its field shows it.

    `extent` is its stored range, low to high, where that does not hold the new value; else nothing.
    """

    path: str
    label: str
    unit: str
    before: str
    now: str
    extent: tuple[str, ...]


def changes_of(asked: WhatIf) -> list[Change]:
    """Return what the address changed, in the order of the form."""
    form, currency = ScenarioForm(asked.base), str(asked.result["currency"])
    return [
        Change(
            path,
            label_of(path),
            unit_of(path, currency),
            shown_in(form, path, shown_at(asked.base, path)),
            shown_in(form, path, value),
            tuple(shown_in(form, path, end) for end in outgrown(asked.base, asked.inputs, path)),
        )
        for path, value in asked.changed.items()
    ]


def what_if_note(asked: WhatIf) -> str:
    """Return what is not stored about the comparison, in a sentence; empty where nothing differs."""
    if not asked.changed:
        return ""
    said = (f"{one.label} {one.before} → {one.now} {one.unit}".rstrip() for one in changes_of(asked))
    return _("What if, not stored: %(changes)s.") % {"changes": "; ".join(said)}


def shown_in(form: ScenarioForm, path: str, value: Any) -> str:
    """Return a value as people read it: a choice by its name, a missing one as unknown."""
    if value is None or value == LEFT_OUT:
        return _("unknown") if value is None else "–"
    field = form.fields[path]
    if isinstance(field, forms.ChoiceField):
        return str(dict(field.choices).get(field.prepare_value(value), value))  # type: ignore[arg-type]
    shown = field.prepare_value(value)
    return number(float(shown), 6) if isinstance(field, NumberField) else str(shown)
