"""Cuts the order of moving into waves: a pilot, the layers from below, re-pointing, and what stays."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from migration_engine.effort import NOTHING, Estimate, Range
from migration_engine.effort.range import total
from migration_engine.model import Component, Coupling, Layer, ScanReport
from migration_engine.planning import texts
from migration_engine.planning.groups import Group, lowest_first, strong_groups
from migration_engine.planning.pilot import pilot_of
from migration_engine.text import Text


class WaveKind(StrEnum):
    """What a wave is about."""

    PILOT = "pilot"
    MOVE = "move"
    REPOINT = "repoint"
    UNAFFECTED = "unaffected"


@dataclass(frozen=True, slots=True)
class WaveItem:
    """One component in a wave; equal `together` names move at once, empty ones on their own."""

    component: str
    name: str
    layer: Layer
    coupling: Coupling
    days: Range
    together: str
    reason: Text


@dataclass(frozen=True, slots=True)
class Wave:
    """Components that are migrated in one go; numbered from 1 in the order of doing."""

    number: int
    kind: WaveKind
    title: Text
    reason: Text
    items: tuple[WaveItem, ...]
    days: Range


def waves(report: ScanReport, estimate: Estimate, left_out: Container[str] = ()) -> tuple[Wave, ...]:
    """The suggested waves; equal reports give equal waves. What is left out, by id, stands in none."""
    groups = strong_groups(report, estimate)
    days = {one.component: one.days for one in estimate.components}
    others = [one for one in report.components if one.id not in left_out]
    drafts = [*_strong_waves(groups, days), *_other_waves(others, days)]
    return tuple(
        Wave(number, kind, title, reason, items, total(item.days for item in items))
        for number, (kind, title, reason, items) in enumerate(drafts, start=1)
    )


_Draft = tuple[WaveKind, Text, Text, tuple[WaveItem, ...]]


def _strong_waves(groups: Sequence[Group], days: Mapping[str, Range]) -> list[_Draft]:
    pilot = pilot_of(groups)
    drafts: list[_Draft] = []
    if pilot is not None:
        items = _items(groups[pilot], pilot, days)
        drafts.append((WaveKind.PILOT, texts.PILOT, texts.PILOT_REASON, items))
    for layer, places in sorted(_places_by_layer(groups, pilot).items()):
        members = tuple(item for place in places for item in _items(groups[place], place, days))
        drafts.append((WaveKind.MOVE, texts.move_title(layer), texts.move_reason(layer), members))
    return drafts


def _places_by_layer(groups: Sequence[Group], pilot: int | None) -> dict[Layer, list[int]]:
    """A group waits for the highest layer that it stands on: it can't move before what it needs."""
    highest: list[Layer] = []
    for group in groups:
        highest.append(max([group.layer, *(highest[need] for need in group.needs)]))
    by_layer: dict[Layer, list[int]] = {}
    for place, layer in enumerate(highest):
        if place != pilot:
            by_layer.setdefault(layer, []).append(place)
    return by_layer


def _items(group: Group, place: int, days: Mapping[str, Range]) -> tuple[WaveItem, ...]:
    together = f"group-{place + 1}" if group.moves_together else ""
    reason = texts.strong_reason(group)
    return tuple(_item(component, days, together, reason) for component in group.components)


def _other_waves(components: Sequence[Component], days: Mapping[str, Range]) -> list[_Draft]:
    drafts: list[_Draft] = []
    for coupling, kind, title, why, reason in (
        (Coupling.WEAK, WaveKind.REPOINT, texts.REPOINT, texts.REPOINT_REASON, texts.WEAK_ITEM),
        (Coupling.NONE, WaveKind.UNAFFECTED, texts.UNAFFECTED, texts.UNAFFECTED_REASON, texts.NONE_ITEM),
    ):
        members = lowest_first(one for one in components if one.coupling is coupling)
        if members:
            items = tuple(_item(component, days, "", reason) for component in members)
            drafts.append((kind, title, why, items))
    return drafts


def _item(component: Component, days: Mapping[str, Range], together: str, reason: Text) -> WaveItem:
    return WaveItem(
        component=component.id,
        name=component.name,
        layer=component.layer,
        coupling=component.coupling,
        days=days.get(component.id, NOTHING),
        together=together,
        reason=reason,
    )
