"""What became of a component that the map does not have any more: which one holds its files now."""

from __future__ import annotations

from collections.abc import Mapping

from apps.coupling.kept import Key, components_as
from apps.coupling.models import MapSnapshot, Override, OverrideKind


def successor(drawing: Key, component: str) -> str:
    """Return the key under which that drawing holds a component: its own, or of the one that took it in.

    A part that is not split off any more is in the component that it came from. A key that nothing speaks of
    comes back as it is. Costs a query only where the map has no such component.
    """
    every = components_as(drawing)
    if not component or any(one.key == component for one in every):
        return component
    taken = {key: one.key for one in every if one.holds for key in one.holds["components"]}
    joined = {**_joined(drawing), **taken}
    held = {one.key for one in every}
    return next((key for key in _chain(component, joined) if key in held), component)


def _joined(drawing: Key) -> Mapping[str, str]:
    """Component -> the one that it was joined to, by the overrides that the drawing follows."""
    applied, unmatched = MapSnapshot.objects.values_list("overrides", "unmatched").get(pk=drawing[0])
    merges = Override.objects.filter(pk__in={*applied} - {*unmatched}, kind=OverrideKind.MERGE)
    return {key: one.components[0] for one in merges for key in one.components[1:]}


def _chain(component: str, joined: Mapping[str, str]) -> list[str]:
    """The component, and step by step where its files went; a circle of words ends it."""
    steps = [component]
    while (next_one := joined.get(steps[-1]) or steps[-1].rpartition("#")[0]) and next_one not in steps:
        steps.append(next_one)
    return steps
