"""Reading how a simulation shall draw."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from migration_engine.errors import ScenarioInvalid
from migration_engine.model import Layer
from migration_engine.tco.bounds import SHARE, Bounds
from migration_engine.tco.figures import FX_RATE, currency_code, figure
from migration_engine.tco.keys import BY_PATH
from migration_engine.tco.ranges import DAYS
from migration_engine.tco.refusals import Refusal
from migration_engine.tco.scenario import Correlation, Distribution, Driver, Sampling
from migration_engine.tco.words import choice, group
from migration_engine.text import Text

LAYERS = tuple(layer.value for layer in Layer)
_KEYS = {"draws", "seed", "distribution", "correlations", "exchange_rates", "days", "days_correlation"}
# A layer without work has no shape to draw from.
_WORK = Bounds(positive=True, most=1e15)
SIMULATION = {
    "simulation.draws": Bounds(least=100, most=100_000, whole=True),
    "simulation.seed": Bounds(most=2**53, whole=True),
}
"""The settings that are numbers, by key path."""
RHO = Bounds(least=-1, most=1)


def load_sampling(value: object) -> Sampling:
    """The group `simulation` of a scenario; what is left out keeps its usual value."""
    if value is None:
        return Sampling()
    usual = Sampling()
    found = group(value, "simulation", _KEYS)
    rates, days = _rates(found.get("exchange_rates")), _days(found.get("days"))
    rho = figure(found.get("days_correlation"), "simulation.days_correlation", SHARE).value
    return Sampling(
        draws=_whole(found, "draws", usual.draws),
        seed=_whole(found, "seed", usual.seed),
        distribution=choice(
            found.get("distribution"), "simulation.distribution", Distribution, absent=usual.distribution
        ),
        correlations=_correlations(found.get("correlations"), _names(rates, days)),
        exchange_rates=rates,
        days=days,
        days_correlation=usual.days_correlation if rho is None else rho,
    )


def _names(rates: tuple[Driver, ...], days: tuple[Driver, ...]) -> Collection[str]:
    """What may be drawn together; with layers the sum of the work is none of it."""
    drivers = frozenset(one.path for one in (*rates, *days))
    return (BY_PATH.keys() | drivers) - ({DAYS} if days else set())


def _rates(value: object) -> tuple[Driver, ...]:
    path = "simulation.exchange_rates"
    codes = {} if value is None else group(value, path, value if isinstance(value, Mapping) else ())
    return tuple(
        _driver(raw, f"{path}.{currency_code(code, f'{path}.{code}')}", FX_RATE)
        for code, raw in codes.items()
    )


def _days(value: object) -> tuple[Driver, ...]:
    found = {} if value is None else group(value, "simulation.days", LAYERS)
    return tuple(_driver(raw, f"simulation.days.{layer}", _WORK) for layer, raw in found.items())


def _driver(value: object, path: str, limits: Bounds) -> Driver:
    loaded = figure(value, path, limits)
    if loaded.value is None:
        raise ScenarioInvalid(
            Text("is required: enter value, low and high", "必填：请填写 value、low 与 high"),
            place=path,
            fault=Refusal.REQUIRED,
        )
    return Driver(path, loaded.lowest, loaded.value, loaded.highest)


def _whole(found: Mapping[str, object], key: str, usual: int) -> int:
    path = f"simulation.{key}"
    number = figure(found.get(key), path, SIMULATION[path]).value
    return usual if number is None else int(number)


def _correlations(value: object, names: Collection[str]) -> tuple[Correlation, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise ScenarioInvalid(
            Text("expected a list of {first, second, rho}", "须为 {first, second, rho} 的列表"),
            place="simulation.correlations",
        )
    return tuple(
        _correlation(one, f"simulation.correlations.{place}", names) for place, one in enumerate(value)
    )


def _correlation(value: object, path: str, names: Collection[str]) -> Correlation:
    found = group(value, path, {"first", "second", "rho"})
    rho = figure(found.get("rho"), f"{path}.rho", RHO).value
    if rho is None:
        raise ScenarioInvalid(Text("is required", "必填"), place=f"{path}.rho", fault=Refusal.REQUIRED)
    return Correlation(_input(found, "first", path, names), _input(found, "second", path, names), rho)


def _input(found: Mapping[str, object], key: str, path: str, names: Collection[str]) -> str:
    name = found.get(key)
    if not isinstance(name, str) or name not in names:
        raise ScenarioInvalid(
            Text(
                "expected the key path of an input, of an exchange rate or of a layer's days that is drawn",
                "须为某个参与抽样的输入、汇率或某层人天的键路径",
            ),
            place=f"{path}.{key}",
        )
    return name
