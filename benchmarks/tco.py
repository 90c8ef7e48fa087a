"""Times the cost comparison: one evaluation, a tornado, a simulation."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from migration_engine.tco import Scenario, evaluate, load_scenario, simulate, tornado
from migration_engine.tco.ranges import ranged
from migration_engine.tco.scenario_file import read_mapping

_SAMPLE = Path(__file__).parents[1] / "docs" / "scenario.yaml"
_INPUTS = 25
_LIMITS_MS = {"evaluation": 5.0, "tornado": 200.0, "simulation": 1000.0}


def main() -> int:
    options = _options()
    scenario = _with_ranges(options.scenario)
    runs: dict[str, Callable[[], object]] = {
        "evaluation": lambda: evaluate(scenario),
        "tornado": lambda: tornado(scenario),
        "simulation": lambda: simulate(scenario),
    }
    best = {name: _best(run, options.tries) for name, run in runs.items()}
    for name, spent in best.items():
        sys.stdout.write(f"{name:12}{spent:9.1f} ms   limit {_LIMITS_MS[name]:6.0f} ms\n")
    draws = scenario.simulation.draws
    sys.stdout.write(f"{len(ranged(scenario))} inputs with a range, {draws} draws, best of {options.tries}\n")
    return 1 if any(spent > _LIMITS_MS[name] for name, spent in best.items()) else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenario", type=Path, nargs="?", default=_SAMPLE, help="a scenario file")
    parser.add_argument("--tries", type=int, default=10, help="the best of so many is shown")
    return parser.parse_args()


def _with_ranges(path: Path) -> Scenario:
    """The scenario with a fifth around each figure of its two sides that has no range, up to 25 inputs."""
    scenario = load_scenario(read_mapping(path))
    for name in ("gpu", "ascend"):
        side = getattr(scenario, name)
        keys = [key for key in _SPREAD if len(ranged(scenario)) < _INPUTS]
        for key in keys:
            if len(ranged(scenario)) >= _INPUTS:
                break
            figure = getattr(side, key)
            side = replace(side, **{key: replace(figure, low=figure.value * 0.8, high=figure.value * 1.2)})
            scenario = replace(scenario, **{name: side})
    return scenario


_SPREAD = (
    "tokens_per_s_per_device",
    "server_price",
    "residual_share",
    "it_power_kw_average",
    "it_power_kw_nameplate",
    "pue",
    "tariff_per_kwh",
    "rack_per_kw_month",
    "support_annual_share",
    "licence_annual",
    "fte",
    "fte_annual_cost",
    "staff_loading",
)


def _best(run: Callable[[], object], tries: int) -> float:
    """Milliseconds of processor time: other programs on the machine do not count."""
    run()
    spent = []
    for _ in range(tries):
        started = time.process_time()
        run()
        spent.append(time.process_time() - started)
    return min(spent) * 1000


if __name__ == "__main__":
    sys.exit(main())
