"""Changing one input in the register: the comparison is saved anew, the old figure stays in the history."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from apps.core import audit
from apps.projects.models import Project
from apps.tco import services
from apps.tco.models import Scenario
from apps.tco.quotes import without_idle_rates
from apps.tco.selectors import comparison_for
from migration_engine.tco.effects import figure_at
from migration_engine.tco.placeholders import put
from migration_engine.tco.work import WORK, without_layers


class FigureMoved(Exception):
    """Another figure was stored at the key path after the page was made."""


def change_figure(
    *, actor: object, project: Project, path: str, figure: Mapping[str, Any], shown: str, reason: str = ""
) -> Scenario:
    """Store the comparison with another figure at the key path; `shown` is the one that the page was made of.

    Raises FigureMoved and ScenarioInvalid before anything is stored.
    """
    with services.alone(project):
        inputs = deepcopy(comparison_for(project).inputs)
        if fingerprint(inputs, path) != shown:
            raise FigureMoved
        put(inputs, path, dict(figure))
        if path.startswith(WORK):
            without_layers(inputs)
        without_idle_rates(inputs)
        scenario = services.save(actor=actor, project=project, inputs=inputs, reason=reason)
        audit.record(actor, "tco.figure", path, project_slug=project.slug, number=scenario.number)
    return scenario


def fingerprint(inputs: Mapping[str, Any], path: str) -> str:
    """Return what tells the figure at a key path, with all that is said of it, from any other."""
    said = json.dumps(figure_at(inputs, path), sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()
