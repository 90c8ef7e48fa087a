"""Whether like is compared with like: between the two sides, and between scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from apps.core.templatetags.texts import in_language
from apps.tco.fields import rows_by_path
from apps.tco.forms import ScenarioForm, at, shown_at
from apps.tco.numbers import LEFT_OUT
from apps.tco.origins import is_measured
from apps.tco.verdict import label_of, unit_of
from apps.tco.what_if import shown_in
from migration_engine.tco.listed import neutral_value
from migration_engine.tco.measured import Refused

Inputs = Mapping[str, Any]

COMMON = (
    "currency",
    "horizon_months",
    "wacc_annual",
    "discounting",
    "terminal_value",
    "tax_rate",
    "demand.peak_tokens_per_s",
    "demand.mean_tokens_per_s",
    "demand.growth_annual",
    "headroom",
    "redundancy_servers",
)
"""What scenarios must share before their answers may be set beside each other."""

OF_SIDES = ("headroom", "redundancy_servers", "pue", "grid_factor_kg_per_kwh", "support_annual_share")
"""What both sides should share unless there is a reason."""

_SPEED = "tokens_per_s_per_device"


@dataclass(frozen=True, slots=True)
class Check:
    """One question of fairness: what it is about, whether it is met, and what was found."""

    label: str
    is_met: bool
    says: str


def between_sides(inputs: Inputs) -> list[Check]:
    """Return every question that the two sides of one scenario raise."""
    return [
        _level(inputs),
        _measured(inputs),
        *(_same(inputs, key) for key in OF_SIDES if _is_set(inputs, key)),
    ]


def between_scenarios(base: Inputs, others: list[tuple[str, Inputs]]) -> list[Check]:
    """Return what keeps a scenario from being compared with the base one to one."""
    form = ScenarioForm(base)
    return [
        Check(
            label_of(path),
            False,
            _("%(scenario)s: %(value)s, base: %(base)s")
            % {
                "scenario": title,
                "value": _said(form, path, _holds(inputs, path)),
                "base": _said(form, path, _holds(base, path)),
            },
        )
        for title, inputs in others
        for path in COMMON
        if _holds(inputs, path) != _holds(base, path)
    ]


def _holds(inputs: Inputs, path: str) -> Any:
    """Return the value that counts: an option left out counts as its neutral value."""
    shown = shown_at(inputs, path)
    return neutral_value(path) if shown == LEFT_OUT else shown


def _pair(inputs: Inputs, key: str) -> tuple[Any, Any]:
    return at(inputs, f"sides.gpu.{key}"), at(inputs, f"sides.ascend.{key}")


def _note(figure: object, key: str) -> str:
    return str(figure.get(key) or "") if isinstance(figure, Mapping) else ""


def _level(inputs: Inputs) -> Check:
    gpu, ascend = (_note(figure, "slo") for figure in _pair(inputs, _SPEED))
    label = _("Service level, model and precision")
    if not gpu and not ascend:
        return Check(
            label, False, _("Not stated for either throughput: enter at which service level it holds.")
        )
    if gpu != ascend:
        words = {"gpu": gpu or _("not stated"), "ascend": ascend or _("not stated")}
        return Check(label, False, _("GPU: %(gpu)s; Ascend: %(ascend)s") % words)
    return Check(label, True, gpu)


def _measured(inputs: Inputs) -> Check:
    measured = all(is_measured(inputs, f"sides.{side}.{_SPEED}") for side in ("gpu", "ascend"))
    says = _("Both throughputs are measured.") if measured else _("Not both throughputs are measured.")
    return Check(_("Measured on both sides"), measured, says)


def not_taken(refused: Iterable[Refused]) -> list[Check]:
    """Return the runs whose throughput was left out, with the reason."""
    return [
        Check(_("A run was not taken over"), False, f"{one.measurement.date}: {in_language(one.reason)}")
        for one in refused
    ]


def _is_set(inputs: Inputs, key: str) -> bool:
    return any(figure is not None for figure in _pair(inputs, key))


def _same(inputs: Inputs, key: str) -> Check:
    form = ScenarioForm(inputs)
    paths = [f"sides.{side}.{key}" for side in ("gpu", "ascend")]
    # A side that says nothing of its own takes what the scenario says.
    values = [_holds(inputs, path if at(inputs, path) is not None else key) for path in paths]
    shown = [_said(form, path, value) for path, value in zip(paths, values, strict=True)]
    label = str(rows_by_path()[paths[0]].label)
    if values[0] == values[1]:
        return Check(label, True, shown[0])
    return Check(label, False, _("GPU: %(gpu)s; Ascend: %(ascend)s") % {"gpu": shown[0], "ascend": shown[1]})


def _said(form: ScenarioForm, path: str, value: object) -> str:
    return f"{shown_in(form, path, value)} {unit_of(path, str(form.inputs['currency']))}".rstrip()
