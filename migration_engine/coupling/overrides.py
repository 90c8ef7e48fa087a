"""An architect's word on a layer wins over all votes, and is recorded as one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from migration_engine.coupling.reasons import SET_BY
from migration_engine.model import Component, Layer, LayerVote


@dataclass(frozen=True, slots=True)
class LayerOverride:
    """Who placed which component where, and why; components are named by id, so it outlives a scan."""

    component: str
    layer: Layer
    author: str
    reason: str


def with_overrides(
    components: Iterable[Component], overrides: Iterable[LayerOverride]
) -> tuple[Component, ...]:
    """The components as the architect sees them; an override of a component that is gone has no effect."""
    by_component = {one.component: one for one in overrides}
    return tuple(_overridden(component, by_component.get(component.id)) for component in components)


def _overridden(component: Component, override: LayerOverride | None) -> Component:
    if override is None:
        return component
    # Heavier than all votes together, so that whoever adds them up comes to the same layer.
    weight = round(sum(vote.weight for vote in component.layer_votes) + 1, 3)
    vote = LayerVote(override.layer, weight, SET_BY.about(f"{override.author}: {override.reason}"))
    return replace(component, layer=override.layer, layer_votes=(vote, *component.layer_votes))
