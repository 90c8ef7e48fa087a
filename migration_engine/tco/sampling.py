"""Reading how a simulation shall draw."""

from __future__ import annotations

from collections.abc import Mapping

from migration_engine.errors import ScenarioInvalid
from migration_engine.tco.bounds import Bounds
from migration_engine.tco.figures import figure
from migration_engine.tco.keys import BY_PATH
from migration_engine.tco.scenario import Correlation, Distribution, Sampling
from migration_engine.tco.words import choice, group
from migration_engine.text import Text

_DRAWS = Bounds(least=100, most=100_000, whole=True)
_SEED = Bounds(most=2**53, whole=True)
_RHO = Bounds(least=-1, most=1)


def load_sampling(value: object) -> Sampling:
    """The group `simulation` of a scenario; what is left out keeps its usual value."""
    if value is None:
        return Sampling()
    usual = Sampling()
    found = group(value, "simulation", {"draws", "seed", "distribution", "correlations"})
    return Sampling(
        draws=_whole(found, "draws", _DRAWS, usual.draws),
        seed=_whole(found, "seed", _SEED, usual.seed),
        distribution=choice(
            found.get("distribution"), "simulation.distribution", Distribution, absent=usual.distribution
        ),
        correlations=_correlations(found.get("correlations")),
    )


def _whole(found: Mapping[str, object], key: str, limits: Bounds, usual: int) -> int:
    number = figure(found.get(key), f"simulation.{key}", limits).value
    return usual if number is None else int(number)


def _correlations(value: object) -> tuple[Correlation, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise ScenarioInvalid(
            Text("expected a list of {first, second, rho}", "须为 {first, second, rho} 的列表"),
            place="simulation.correlations",
        )
    return tuple(_correlation(one, f"simulation.correlations.{place}") for place, one in enumerate(value))


def _correlation(value: object, path: str) -> Correlation:
    found = group(value, path, {"first", "second", "rho"})
    rho = figure(found.get("rho"), f"{path}.rho", _RHO).value
    if rho is None:
        raise ScenarioInvalid(Text("is required", "必填"), place=f"{path}.rho")
    return Correlation(_input(found, "first", path), _input(found, "second", path), rho)


def _input(found: Mapping[str, object], key: str, path: str) -> str:
    name = found.get(key)
    if not isinstance(name, str) or name not in BY_PATH:
        raise ScenarioInvalid(
            Text("expected the key path of an input", "须为某个输入的键路径"), place=f"{path}.{key}"
        )
    return name
