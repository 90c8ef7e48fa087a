"""Whether like is compared with like: between the two sides, and between scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from apps.core.templatetags.texts import in_language
from apps.tco.fields import rows_by_path
from apps.tco.forms import ScenarioForm
from apps.tco.money import number
from apps.tco.numbers import LEFT_OUT
from apps.tco.origins import is_measured
from apps.tco.verdict import label_of, unit_of
from apps.tco.what_if import shown_in
from migration_engine.errors import ScenarioInvalid
from migration_engine.tco import Scenario, load_scenario
from migration_engine.tco import fairness as engine
from migration_engine.tco.fair_keys import SIZING
from migration_engine.tco.fairness import SPEED, Pair
from migration_engine.tco.keys import OPTIONS
from migration_engine.tco.measured import Refused

Inputs = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Check:
    """One question of fairness: what it is about, whether it is met, and what was found."""

    label: str
    is_met: bool
    says: str


def between_sides(inputs: Inputs) -> list[Check]:
    """Return every question that the two sides of one scenario raise."""
    scenario, form = load_scenario(inputs), ScenarioForm(inputs)
    pairs = engine.of_sides(scenario)
    sizing = [pair for pair in pairs if pair.path.rpartition(".")[2] in SIZING]
    others = [pair for pair in pairs if pair not in sizing]
    return [
        _level(engine.levels(scenario)),
        _measured(inputs),
        *(_asked(form, pair) for pair in sizing),
        *_dated(engine.dates(scenario)),
        *_exchanged(scenario),
        *(_asked(form, pair) for pair in others if not pair.is_equal),
        *_equal([pair for pair in others if pair.is_equal]),
    ]


def between_scenarios(base: Inputs, others: list[tuple[str, Inputs]]) -> list[Check]:
    """Return what keeps a scenario from being compared with the base one to one."""
    form, start = ScenarioForm(base), load_scenario(base)
    found = []
    for title, inputs in others:
        try:
            pairs = engine.of_scenarios(start, load_scenario(inputs))
        except ScenarioInvalid:  # its own column says why
            continue
        found += [_apart(form, title, pair) for pair in pairs]
    return found


def _apart(form: ScenarioForm, title: str, pair: Pair) -> Check:
    if pair.path.endswith(SPEED):
        label = _("%(input)s: service level") % {"input": label_of(pair.path)}
        base, value = (str(one or _("not stated")) for one in (pair.one, pair.other))
    else:
        label = label_of(pair.path)
        base, value = (_said(form, pair.path, one) for one in (pair.one, pair.other))
    words = {"scenario": title, "value": value, "base": base}
    return Check(label, False, _("%(scenario)s: %(value)s, base: %(base)s") % words)


def _level(pair: Pair) -> Check:
    label = _("Service level, model and precision")
    if not pair.one and not pair.other:
        return Check(
            label, False, _("Not stated for either throughput: enter at which service level it holds.")
        )
    if not pair.is_equal:
        return Check(label, False, _beside(pair.one or _("not stated"), pair.other or _("not stated")))
    return Check(label, True, str(pair.one))


def _measured(inputs: Inputs) -> Check:
    measured = all(is_measured(inputs, f"sides.{side}.{SPEED}") for side in ("gpu", "ascend"))
    says = _("Both throughputs are measured.") if measured else _("Not both throughputs are measured.")
    return Check(_("Measured on both sides"), measured, says)


def not_taken(refused: Iterable[Refused]) -> list[Check]:
    """Return the runs whose throughput was left out, with the reason."""
    return [
        Check(_("A run was not taken over"), False, f"{one.measurement.date}: {in_language(one.reason)}")
        for one in refused
    ]


def _dated(pair: Pair) -> list[Check]:
    if not pair.one or not pair.other:
        return []
    return [Check(_("Prices of one time"), engine.are_of_one_time(pair), _beside(pair.one, pair.other))]


def _exchanged(scenario: Scenario) -> list[Check]:
    return [
        Check(_("One exchange rate"), False, f"{code}: {' / '.join(number(rate, 6) for rate in rates)}")
        for code, rates in engine.exchange_rates(scenario).items()
    ]


def _asked(form: ScenarioForm, pair: Pair) -> Check:
    key = pair.path.rpartition(".")[2]
    shown = [
        _said(form, f"sides.{side}.{key}", value)
        for side, value in (("gpu", pair.one), ("ascend", pair.other))
    ]
    label = str(rows_by_path()[pair.path].label)
    return Check(label, pair.is_equal, shown[0] if pair.is_equal else _beside(*shown))


def _equal(pairs: list[Pair]) -> list[Check]:
    """Return one line for everything else that says the same on both sides."""
    names = [str(rows_by_path()[pair.path].label) for pair in pairs]
    return [Check(_("Equal on both sides"), True, _(", ").join(names))] if names else []


def _beside(gpu: object, ascend: object) -> str:
    return _("GPU: %(gpu)s; Ascend: %(ascend)s") % {"gpu": gpu, "ascend": ascend}


def _said(form: ScenarioForm, path: str, value: object) -> str:
    shown = LEFT_OUT if value is None and path in OPTIONS else value
    return f"{shown_in(form, path, shown)} {unit_of(path, str(form.inputs['currency']))}".rstrip()
