"""The five sliders: what each reads from the inputs, and which inputs it moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.tco.fields import PERCENT, Words
from apps.tco.forms import value_at

Inputs = Mapping[str, Any]

_GPU_SPEED, _ASCEND_SPEED = (f"sides.{side}.tokens_per_s_per_device" for side in ("gpu", "ascend"))
_GPU_TARIFF, _ASCEND_TARIFF = (f"sides.{side}.tariff_per_kwh" for side in ("gpu", "ascend"))
_PEAK, _MEAN = "demand.peak_tokens_per_s", "demand.mean_tokens_per_s"
_LICENCE, _DUAL_RUN = "sides.gpu.licence_annual", "dual_run_months"


@dataclass(frozen=True, slots=True)
class Lever:
    """One quantity that a reader moves; `most` is None where it follows from today's value."""

    key: str
    label: Words
    unit: Words
    paths: tuple[str, ...]
    read: Callable[[Inputs], float | None]
    move: Callable[[Inputs, float], dict[str, float]]
    step: float
    least: float = 0.0
    most: float | None = None


@dataclass(frozen=True, slots=True)
class Slider:
    """A lever as a page draws it: where it stands, where it stood, and how far it goes."""

    lever: Lever
    unit: str
    now: float | None
    base: float | None
    most: float
    step: float

    @property
    def is_moved(self) -> bool:
        """Tell whether the reader has moved it."""
        return self.now != self.base


def sliders(base: Inputs, inputs: Inputs, currency: str) -> list[Slider]:
    """Return all five, standing where `inputs` puts them."""
    return [_slider(lever, currency, stand(lever, base), stand(lever, inputs)) for lever in LEVERS]


def _slider(lever: Lever, currency: str, base: float | None, now: float | None) -> Slider:
    unit = str(lever.unit).replace("{currency}", currency)
    reach = max(base or 0.0, now or 0.0)
    most = lever.most if lever.most is not None else _round_up(2 * reach) or 1.0
    step = lever.step if lever.most is not None else most * lever.step
    return Slider(lever, unit, now, base, max(most, reach), step)


def stand(lever: Lever, inputs: Inputs) -> float | None:
    """Return where the slider stands, as exactly as anybody reads it."""
    number = lever.read(inputs)
    if number is None:
        return None
    return round(number, 1) if lever.unit == PERCENT else float(f"{number:.5g}")


def _round_up(number: float) -> float:
    """Return a round figure at or above the number, so that the scale ends on one."""
    if number <= 0:
        return 0.0
    power = 10.0 ** (len(f"{number:.0f}") - 1) if number >= 1 else 0.1
    return next(power * factor for factor in (1, 2, 3, 4, 5, 8, 10) if power * factor >= number)


def _ratio(inputs: Inputs) -> float | None:
    return _over(value_at(inputs, _ASCEND_SPEED), value_at(inputs, _GPU_SPEED))


def _utilisation(inputs: Inputs) -> float | None:
    share = _over(value_at(inputs, _MEAN), value_at(inputs, _PEAK))
    return None if share is None else share * 100


def _over(part: float | None, whole: float | None) -> float | None:
    return part / whole if part is not None and whole else None


def _move_tariff(inputs: Inputs, tariff: float) -> dict[str, float]:
    """Both sides move by the same factor: a subsidy for one of them stays a subsidy."""
    before, ascend = value_at(inputs, _GPU_TARIFF), value_at(inputs, _ASCEND_TARIFF)
    if not before or ascend is None:
        return {_GPU_TARIFF: tariff, _ASCEND_TARIFF: tariff}
    return {_GPU_TARIFF: tariff, _ASCEND_TARIFF: ascend * tariff / before}


LEVERS = (
    Lever(
        "ratio",
        _("Throughput, Ascend to GPU"),
        "",
        (_ASCEND_SPEED,),
        _ratio,
        lambda inputs, ratio: {_ASCEND_SPEED: ratio * (value_at(inputs, _GPU_SPEED) or 0)},
        step=0.005,
        least=0.2,
        most=1.5,
    ),
    Lever(
        "utilisation",
        _("Mean demand, of the peak"),
        PERCENT,
        (_MEAN,),
        _utilisation,
        lambda inputs, share: {_MEAN: share / 100 * (value_at(inputs, _PEAK) or 0)},
        step=1,
        least=5,
        most=100,
    ),
    Lever(
        "tariff",
        _("Electricity tariff"),
        "{currency}/kWh",
        (_GPU_TARIFF, _ASCEND_TARIFF),
        lambda inputs: value_at(inputs, _GPU_TARIFF),
        _move_tariff,
        step=0.005,
    ),
    Lever(
        "dual_run",
        _("Months in which both run"),
        _("months"),
        (_DUAL_RUN,),
        lambda inputs: value_at(inputs, _DUAL_RUN),
        lambda _inputs, months: {_DUAL_RUN: round(months)},
        step=1,
        most=12,
    ),
    Lever(
        "licence",
        _("GPU licence, per unit and year"),
        "{currency}",
        (_LICENCE,),
        lambda inputs: value_at(inputs, _LICENCE),
        lambda _inputs, price: {_LICENCE: price},
        step=0.005,
    ),
)
BY_KEY = {lever.key: lever for lever in LEVERS}
