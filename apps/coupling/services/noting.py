"""Writing notes about components."""

from __future__ import annotations

from django.db import transaction

from apps.core import audit
from apps.coupling.models import ComponentNote
from apps.projects.models import Project


@transaction.atomic
def add_note(*, actor: object, project: Project, component: str, text: str) -> ComponentNote:
    """Keep a note on a component; it shows beside that component in every scan."""
    note = ComponentNote.objects.create(
        project=project, component=component, text=text, author=str(actor)[:150]
    )
    audit.record(actor, "coupling.note", component, project_slug=project.slug, text=text[:200])
    return note
