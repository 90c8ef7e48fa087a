"""Whose figures a snapshot holds: who set what is in force in it since a snapshot was last approved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from apps.tco.models import FigureChange, Snapshot, SnapshotState

Hands = Mapping[str, list[str]]


def hands_in(snapshot: Snapshot) -> Hands:
    """Return the key paths by the name of who set them; a figure set back to what was approved is nobody's.

    Of a figure with range and origin each part has its own setter: who adds an owner to a price has not set
    the price.
    """
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for path, changes in _by_path(snapshot).items():
        for name in _setters(changes):
            found[name][path] = None
    return {name: list(paths) for name, paths in found.items()}


def approved_before(snapshot: Snapshot) -> Snapshot | None:
    """Return the last approved snapshot with a smaller number."""
    earlier = Snapshot.objects.filter(project=snapshot.project_id, number__lt=snapshot.number)
    return earlier.filter(state=SnapshotState.APPROVED).only("number", "scenario_number").first()


def _by_path(snapshot: Snapshot) -> Mapping[str, list[FigureChange]]:
    """Return what was changed since, newest first."""
    last = approved_before(snapshot)
    changes = FigureChange.objects.filter(
        scenario__project=snapshot.project_id,
        scenario__number__lte=snapshot.scenario_number or 0,
        scenario__number__gt=(last.scenario_number or 0) if last else 0,
    )
    found: dict[str, list[FigureChange]] = defaultdict(list)
    for change in changes.select_related("scenario"):
        found[change.path].append(change)
    return found


def _setters(changes: list[FigureChange]) -> Iterator[str]:
    """Of each part that is not what it was before all changes: who changed it last."""
    now, once = _parts(changes[0].after), _parts(changes[-1].before)
    for key in {**now, **once}:
        if now.get(key) != once.get(key):
            yield next(
                one.scenario.saved_by
                for one in changes
                if _parts(one.before).get(key) != _parts(one.after).get(key)
            )


def _parts(stood: Any) -> Mapping[str, Any]:
    return stood if isinstance(stood, Mapping) else {"value": stood}
