"""What the present engine refuses of stored figures: every key, not only the first."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from apps.core.errors import ApplicationError
from apps.core.templatetags.texts import in_language
from apps.projects.models import Project
from migration_engine.errors import ScenarioInvalid
from migration_engine.tco import load_scenario, starting_scenario
from migration_engine.tco.effects import figure_at
from migration_engine.tco.labels import LABELS, input_at
from migration_engine.tco.placeholders import put
from migration_engine.tco.refusals import Refusal
from migration_engine.text import Text

_MOST = 100
_NO_SUCH_KEY = Text("The engine knows no such figure.", "引擎没有这个数值项。")
"""Shorter than the list of all keys, which helps whoever writes a file."""


class StoredRefused(ApplicationError):
    """The stored figures of a project make no sense to the present engine."""

    def __init__(self, project: Project, error: ScenarioInvalid) -> None:
        words = _("The stored figures can't be calculated: %(fault)s") % {"fault": in_language(error.told())}
        super().__init__("scenario_refused", words, status=409)
        self.way = (reverse("tco:repair", args=[project.slug]), _("Repair the figures"))


@dataclass(frozen=True, slots=True)
class Refused:
    """One refusal: the keys that it is about, the refused one first, and why."""

    paths: tuple[str, ...]
    why: Text

    @property
    def place(self) -> str:
        """Return the key that was refused."""
        return self.paths[0]


def refused_in(inputs: Mapping[str, Any]) -> list[Refused]:
    """Return every refusal; each is found by leaving out what the one before was about."""
    tree = deepcopy(dict(inputs))
    found: list[Refused] = []
    while len(found) < _MOST:
        try:
            load_scenario(tree)
        except ScenarioInvalid as error:
            paths = _paths(error)
            found.append(Refused(paths, _NO_SUCH_KEY if error.fault == Refusal.UNKNOWN_KEY else error.text))
            left_out = [_leave_out(tree, path) for path in paths]
            if not any(left_out):
                break
        else:
            break
    return found


def take_out(inputs: dict[str, Any], path: str) -> None:
    """Remove the key at a path, if it is there."""
    *groups, last = path.split(".")
    for group in groups:
        inputs = inputs.get(group, {})
    if isinstance(inputs, dict):
        inputs.pop(last, None)


def _paths(error: ScenarioInvalid) -> tuple[str, ...]:
    place = input_at(error.place) or _setting(error.place)
    return tuple(dict.fromkeys((place, *error.against)))


def _setting(place: str) -> str:
    """A pair of a list is repaired by taking out the list."""
    head = "simulation.correlations"
    return head if place.startswith(f"{head}.") else place


def _leave_out(tree: dict[str, Any], path: str) -> bool:
    """Tell whether leaving it out changed anything; what may not be absent takes its usual value."""
    stood, usual = figure_at(tree, path), figure_at(starting_scenario(), path)
    if path in LABELS and usual is not None and stood != usual:
        put(tree, path, usual)
        return True
    take_out(tree, path)
    return stood is not None
