"""Which components light up for a selection: the way from a business entry, or those that depend on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from migration_engine.coupling import Exposure

Dependents = Mapping[str, list[str]]
STEPS = {"1": 1, "2": 2}


@dataclass(frozen=True, slots=True)
class Highlight:
    """Component ids. `lit` answers the question asked; `near` are the neighbours of the selection."""

    selected: str
    lit: frozenset[str]
    near: frozenset[str]


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


def highlight(exposure: Exposure, dependents: Dependents, mode: str) -> Highlight:
    """Return what lights up for the component of that exposure."""
    selected = exposure.component
    if mode == "path":
        lit: Iterable[str] = exposure.entry_path
    else:
        lit = dependents_within(dependents, selected, STEPS.get(mode, len(dependents) + 1))
    near = {*dependents.get(selected, ()), *imports_of(dependents, selected)}
    return Highlight(selected, frozenset(lit) | {selected}, frozenset(near))
