"""Changing one input in the register: the comparison is saved anew, the old figure stays in the history."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from django.db import transaction

from apps.core import audit
from apps.projects.models import Project
from apps.tco import services
from apps.tco.models import Scenario
from apps.tco.selectors import comparison_for
from migration_engine.tco.placeholders import put


@transaction.atomic
def change_figure(
    *, actor: object, project: Project, path: str, figure: Mapping[str, Any], reason: str = ""
) -> Scenario:
    """Store the comparison with another figure at the key path.

    Raises ScenarioInvalid before anything is stored.
    """
    # What somebody else saves meanwhile must not be lost with what was read before.
    Project.objects.select_for_update().get(pk=project.pk)
    inputs = deepcopy(comparison_for(project).inputs)
    put(inputs, path, dict(figure))
    scenario = services.save(actor=actor, project=project, inputs=inputs, reason=reason)
    audit.record(actor, "tco.figure", path, project_slug=project.slug, number=scenario.number)
    return scenario
