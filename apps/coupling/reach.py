"""Which components light up for a selection: the way from a business entry, or those that depend on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from migration_engine.coupling import CouplingMap

Dependents = Mapping[str, list[str]]
STEPS = {"1": 1, "2": 2}


@dataclass(frozen=True, slots=True)
class Highlight:
    """Component ids. `lit` answers the question asked; `near` are the neighbours of the selection."""

    selected: str
    lit: frozenset[str]
    near: frozenset[str]


@dataclass(frozen=True, slots=True)
class Reach:
    """How many components depend on the selection: directly, within two steps, at any distance."""

    direct: int
    within_two: int
    reach: int


def dependents_within(dependents: Dependents, start: str, steps: int) -> frozenset[str]:
    """Return the components from which START is reached in at most STEPS steps, itself left out."""
    met, edge = {start}, {start}
    for _ in range(steps):
        edge = {before for node in edge for before in dependents.get(node, ())} - met
        if not edge:
            break
        met |= edge
    return frozenset(met - {start})


def imports_of(dependents: Dependents, component: str) -> list[str]:
    """Return the components that COMPONENT itself depends on."""
    return sorted(target for target, sources in dependents.items() if component in sources)


def reach_of(dependents: Dependents, component: str) -> Reach:
    """Count the dependents of a component."""
    return Reach(
        direct=len(dependents.get(component, ())),
        within_two=len(dependents_within(dependents, component, 2)),
        reach=len(dependents_within(dependents, component, len(dependents) + 1)),
    )


def highlight(drawn: CouplingMap, dependents: Dependents, selected: str, mode: str) -> Highlight | None:
    """Return what lights up, or None when nothing that the map knows is selected."""
    exposure = next((one for one in drawn.exposures if one.component == selected), None)
    if exposure is None:
        return None
    if mode == "path":
        lit: Iterable[str] = exposure.entry_path
    else:
        lit = dependents_within(dependents, selected, STEPS.get(mode, len(dependents) + 1))
    near = {*dependents.get(selected, ()), *imports_of(dependents, selected)}
    return Highlight(selected, frozenset(lit) | {selected}, frozenset(near))
