"""What would change the answer: one figure at a time, and all at once; kept, because it takes a moment."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.utils import timezone

from migration_engine.tco import VERSION, Simulation, Tornado, load_scenario, simulate, tornado
from migration_engine.tco.trust import Trust, trust

_KEPT_S = 24 * 3600


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """Tornado, simulation and the share of evidence of one set of inputs."""

    tornado: Tornado
    simulation: Simulation
    trust: Trust


def sensitivity_of(inputs: Mapping[str, Any]) -> Sensitivity:
    """Return the analyses of the inputs, from the last time they were asked for where there is one."""
    found = kept(inputs)
    if found is None:
        scenario = load_scenario(inputs)
        found = Sensitivity(tornado(scenario), simulate(scenario), trust(scenario, timezone.localdate()))
        cache.set(_key(inputs), found, _KEPT_S)
    return found


def kept(inputs: Mapping[str, Any]) -> Sensitivity | None:
    """Return the analyses only if they are there already."""
    found: Sensitivity | None = cache.get(_key(inputs))
    return found


def _key(inputs: Mapping[str, Any]) -> str:
    said = json.dumps(inputs, sort_keys=True, ensure_ascii=False)
    # A quote that runs out overnight is no evidence on the next day.
    return f"tco-{VERSION}-{timezone.localdate()}-{hashlib.sha256(said.encode()).hexdigest()}"
