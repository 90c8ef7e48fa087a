"""Whose figures a snapshot holds: who set what is in force in it since a snapshot was last approved."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models.fields.json import KeyTextTransform

from apps.tco.models import FigureChange, Snapshot, SnapshotState
from apps.tco.quotes import ENDS, RATES, as_figure, as_quoted, currency_of
from migration_engine.tco.keys import BY_PATH
from migration_engine.tco.labels import is_money

Hands = Mapping[str, list[str]]
Parts = Mapping[str, Any]

_RATE = ("fx_rate", "fx_date")
_DIGITS = 10
"""Digits in which amounts are compared: a conversion keeps twelve."""


@dataclass(frozen=True, slots=True)
class _Step:
    """One change of one input in its parts; `converts` tells that all amounts changed their currency by it.

    `rate_path` names the input whose change brought another rate to this one.
    """

    by: str
    converts: bool
    rate_path: str
    before: Parts
    after: Parts


def hands_in(snapshot: Snapshot) -> Hands:
    """Return the key paths by the name of who set them; a figure set back to what was approved is nobody's.

    Of a figure with range and origin each part has its own setter: who adds an owner to a price has not set
    the price. Amounts count in the currency of their quote: who converts them set the rate alone.
    """
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for path, steps in _by_path(snapshot).items():
        for name, named in _setters(path, steps):
            found[name][named] = None
    return {name: list(paths) for name, paths in found.items()}


def approved_before(snapshot: Snapshot) -> Snapshot | None:
    """Return the last approved snapshot with a smaller number."""
    earlier = Snapshot.objects.filter(project=snapshot.project_id, number__lt=snapshot.number)
    return earlier.filter(state=SnapshotState.APPROVED).only("number", "scenario_number").first()


def _by_path(snapshot: Snapshot) -> Mapping[str, list[_Step]]:
    """Return what was changed since, newest first."""
    last = approved_before(snapshot)
    changes = FigureChange.objects.filter(
        scenario__project=snapshot.project_id,
        scenario__number__lte=snapshot.scenario_number or 0,
        scenario__number__gt=(last.scenario_number or 0) if last else 0,
    ).annotate(currency=KeyTextTransform("currency", "scenario__inputs"))
    saves: dict[int, list[Any]] = defaultdict(list)
    for change in changes.select_related("scenario").defer("scenario__inputs", "scenario__result"):
        saves[change.scenario_id].append(change)
    found: dict[str, list[_Step]] = defaultdict(list)
    for save in saves.values():
        for path, step in _steps(save):
            found[path].append(step)
    return found


def _steps(save: list[Any]) -> Iterator[tuple[str, _Step]]:
    """Return what one save changed, by key path."""
    before = {change.path: change.before for change in save}
    converts = "currency" in before
    for change in save:
        was = str(before["currency"]) if converts else change.currency
        yield (
            change.path,
            _Step(
                change.scenario.saved_by,
                converts,
                "currency" if converts else RATES if RATES in before else change.path,
                _parts(change.path, change.before, was),
                _parts(change.path, change.after, change.currency),
            ),
        )


def _setters(path: str, steps: list[_Step]) -> Iterator[tuple[str, str]]:
    """Of each part that is not what it was before all steps: who set it, and at which key path.

    A conversion replaces nobody: who set the part before it set it still.
    """
    now, once = steps[0].after, steps[-1].before
    for key in {**now, **once}:
        if now.get(key) == once.get(key):
            continue
        for step in steps:
            if step.before.get(key) != step.after.get(key):
                yield step.by, step.rate_path if key in _RATE else path
                if not step.converts:
                    break


def _parts(path: str, stood: Any, currency: str) -> Parts:
    """Return the parts of what stood at a key path; amounts with the currency they were quoted in."""
    if isinstance(stood, list):
        return {json.dumps(one, sort_keys=True): one for one in stood}
    figure = as_figure(stood)
    if path in BY_PATH and is_money(path):
        return _of_amount(figure, currency)
    return dict(_flat(figure))


def _of_amount(figure: Mapping[str, Any], currency: str) -> Parts:
    parts = {key: value for key, value in as_quoted(figure).items() if key != "currency"}
    money = currency_of(figure) or currency
    amounts = {key: f"{parts[key]:.{_DIGITS}g} {money}" for key in ENDS if parts.get(key)}
    return {**parts, **amounts}


def _flat(figure: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """A figure in a figure, such as one of the rates, has parts of its own."""
    for key, value in figure.items():
        if isinstance(value, Mapping):
            yield from ((f"{key}.{inner}", part) for inner, part in _flat(value))
        else:
            yield key, value
