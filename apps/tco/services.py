"""Evaluating a scenario and keeping it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.db import transaction
from django.utils.translation import gettext_lazy

from apps.core import audit
from apps.core.errors import ApplicationError
from apps.projects.models import Project
from apps.tco.history import note_changes
from apps.tco.models import Scenario, Variant
from apps.tco.quotes import is_equal
from apps.tco.selectors import comparison_for
from migration_engine.tco import VERSION, evaluate, load_scenario

NAME_MOST = 60


@contextmanager
def alone(project: Project) -> Iterator[None]:
    """Read and write as one step, so that nothing which somebody else stores meanwhile is lost."""
    with transaction.atomic():
        Project.objects.select_for_update().get(pk=project.pk)
        yield


def save(*, actor: object, project: Project, inputs: Mapping[str, object], reason: str = "") -> Scenario:
    """Store the inputs with what the engine makes of them as the project's next scenario.

    What differs from before goes into the history of each input.

    Raises ScenarioInvalid, with the key path as its place, before anything is stored.
    """
    result = evaluate(load_scenario(inputs)).to_dict()
    with alone(project):
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
    *,
    actor: object,
    project: Project,
    changes: Mapping[str, object],
    kind: str = "",
    name: str = "",
    instead_of: str = "",
) -> Variant:
    """Store a scenario beside the base; the same kind and name again takes the place of `instead_of`.

    Raises ApplicationError where the one that stands there is another, or has changed since (see `state`).
    """
    with alone(project):
        there = Variant.objects.filter(project=project, kind=kind, name=name).first()
        if there and there.state != instead_of:
            raise _taken(there, actor)
        variant = there or Variant(project=project, kind=kind, name=name)
        variant.quotes = {
            path: quote
            for path, quote in variant.quotes.items()
            if is_equal(changes.get(path), variant.changes.get(path))
        }
        variant.changes, variant.made_by = changes, str(actor)
        variant.save()
        verb = "tco.variant-change" if there else "tco.variant"
        audit.record(actor, verb, variant, project_slug=project.slug, kind=kind, name=name)
    return variant


_TAKEN = gettext_lazy(
    "“%(title)s” was kept by %(who)s meanwhile and was left as it is. Give yours another name, or open that "
    "one side by side."
)
_TAKEN_BY_YOU = gettext_lazy(
    "You kept “%(title)s” yourself meanwhile, in another window, and it was left as it is. Give this one "
    "another name, or open that one side by side."
)


def _taken(there: Variant, actor: object) -> ApplicationError:
    words = _TAKEN_BY_YOU if there.made_by == str(actor) else _TAKEN
    return ApplicationError("variant_taken", words % {"title": str(there), "who": there.made_by}, status=409)


def drop_variant(*, actor: object, variant: Variant) -> None:
    """Remove a scenario that stands beside the base."""
    with transaction.atomic():
        audit.record(actor, "tco.variant-drop", variant, project_slug=variant.project.slug, name=str(variant))
        variant.delete()
