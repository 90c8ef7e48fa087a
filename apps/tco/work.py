"""The work of the migration as the plan estimates it: taken over as a whole and by layer."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from apps.core.errors import ApplicationError
from apps.core.layers import LAYER_NAMES
from apps.projects.models import Project
from apps.tco import services
from apps.tco.money import number
from apps.tco.quotes import as_figure
from apps.tco.selectors import LAYERS, comparison_for, layers_of
from migration_engine.tco.effects import figure_at
from migration_engine.tco.placeholders import put


@dataclass(frozen=True, slots=True)
class LayerWork:
    """One layer's person-days."""

    name: str
    low: str
    likely: str
    high: str


def layer_rows(inputs: Mapping[str, Any]) -> list[LayerWork]:
    """Return the work by layer that the simulation draws."""
    found = figure_at(inputs, LAYERS) or {}
    return [LayerWork(f"{layer} {LAYER_NAMES[layer]}", *_ends(one)) for layer, one in found.items()]


def _ends(figure: Any) -> list[str]:
    """A layer may be given as a number alone."""
    known = as_figure(figure)
    return [number(known.get(key) or known["value"], 2) for key in ("low", "value", "high")]


def take_over(*, actor: object, project: Project) -> None:
    """Store the comparison with the plan's person-days, as a whole and by layer."""
    with services.alone(project):
        found = comparison_for(project)
        if found.days is None:
            raise ApplicationError(
                "no_plan", found.unreadable or _("There is no plan yet: scan first."), status=409
            )
        inputs, today = deepcopy(found.inputs), timezone.localdate().isoformat()
        for end in ("low", "likely", "high"):
            figure = {"value": getattr(found.days, end), "origin": "scan", "date": today}
            put(inputs, f"migration.person_days.{end}", figure)
        put(inputs, LAYERS, layers_of(project))
        services.save(actor=actor, project=project, inputs=inputs, reason=_("Taken over from the plan."))
