"""Choosing the branch whose newest scan map, plan, costs and history of a project show."""

from __future__ import annotations

from django.db import transaction

from apps.core import audit
from apps.core.queue import send_on_commit
from apps.projects.models import Project
from apps.scans.models import ProjectBranch, Scan
from apps.scans.selectors import branch_of, latest_scan


@transaction.atomic
def choose_branch(*, actor: object, scan: Scan) -> bool:
    """Make the branch of a finished scan the project's; return False where it is that already."""
    project = Project.objects.select_for_update().get(pk=scan.project_id)
    before = branch_of(project)
    if before == scan.branch:
        return False
    values = {"branch": scan.branch, "chosen_by": str(actor)[:150]}
    ProjectBranch.objects.update_or_create(project=project, defaults=values)
    audit.record(
        actor, "project.branch", scan.branch, project_slug=project.slug, before=before, scan=scan.number
    )
    newest = latest_scan(project)
    if newest is not None:  # overrides may have come since its map was drawn
        send_on_commit("coupling.build_map", newest.pk)
    return True
