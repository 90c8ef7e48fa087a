"""Evaluating a scenario and keeping it."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from apps.core import audit
from apps.projects.models import Project
from apps.tco.history import note_changes
from apps.tco.models import Scenario, Variant
from apps.tco.selectors import comparison_for
from migration_engine.tco import VERSION, evaluate, load_scenario

NAME_MOST = 60


def save(*, actor: object, project: Project, inputs: Mapping[str, object], reason: str = "") -> Scenario:
    """Store the inputs with what the engine makes of them as the project's next scenario.

    What differs from before goes into the history of each input.

    Raises ScenarioInvalid, with the key path as its place, before anything is stored.
    """
    result = evaluate(load_scenario(inputs)).to_dict()
    with transaction.atomic():
        # Two people saving at once must not get the same number.
        Project.objects.select_for_update().get(pk=project.pk)
        last = Scenario.objects.of(project).first()
        before = last.inputs if last else comparison_for(project).inputs
        scenario = Scenario.objects.create(
            project=project,
            number=last.number + 1 if last else 1,
            inputs=inputs,
            result=result,
            engine_version=VERSION,
            saved_by=str(actor),
        )
        changed = note_changes(scenario, before, reason)
        audit.record(
            actor,
            "tco.save",
            scenario,
            project_slug=project.slug,
            number=scenario.number,
            changed=len(changed),
        )
    return scenario


def keep_variant(
    *, actor: object, project: Project, changes: Mapping[str, object], kind: str = "", name: str = ""
) -> Variant:
    """Store a scenario beside the base; the same kind and name again takes the place of the one before."""
    with transaction.atomic():
        variant, is_new = Variant.objects.update_or_create(
            project=project, kind=kind, name=name, defaults={"changes": changes, "made_by": str(actor)}
        )
        verb = "tco.variant" if is_new else "tco.variant-change"
        audit.record(actor, verb, variant, project_slug=project.slug, kind=kind, name=name)
    return variant


def drop_variant(*, actor: object, variant: Variant) -> None:
    """Remove a scenario that stands beside the base."""
    with transaction.atomic():
        audit.record(actor, "tco.variant-drop", variant, project_slug=variant.project.slug, name=str(variant))
        variant.delete()
