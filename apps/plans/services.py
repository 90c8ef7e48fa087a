"""Adopting a suggestion as the project's plan."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from apps.core import audit
from apps.core.errors import ApplicationError
from apps.plans.draft import Column, Draft, columns_of, draft_of
from apps.plans.models import Plan, Wave, WorkItem
from apps.plans.selectors import is_overridden_since
from apps.projects.models import Project
from apps.scans.models import Scan


@transaction.atomic
def adopt(*, actor: object, project: Project, scan_number: int) -> Plan:
    """Store the suggestion for that scan as the next plan.

    Adopting what is the plan already changes nothing. Raises ApplicationError when the project has no
    such finished scan.
    """
    # Two clicks must not number two plans alike.
    Project.objects.select_for_update().get(pk=project.pk)
    scan = Scan.objects.of(project).succeeded().filter(number=scan_number).first()
    if scan is None:
        raise ApplicationError("no_such_scan", _("This scan is gone or not finished; reload the page."))
    draft, current = draft_of(scan), Plan.objects.of(project).first()
    if current and _is_same(current, scan, draft):
        return current
    plan = _stored(draft, project, scan, str(actor), current.number + 1 if current else 1)
    audit.record(actor, "plan.adopt", plan, project_slug=project.slug, scan=scan.number, plan=plan.number)
    return plan


def _is_same(plan: Plan, scan: Scan, draft: Draft) -> bool:
    is_of_it = plan.scan_id == scan.pk and plan.calibration == draft.estimate.calibration
    return is_of_it and not is_overridden_since(plan)


def _stored(draft: Draft, project: Project, scan: Scan, actor: str, number: int) -> Plan:
    total = draft.estimate.total
    plan = Plan.objects.create(
        project=project,
        scan=scan,
        number=number,
        calibration=draft.estimate.calibration,
        adopted_by=actor,
        low=total.low,
        likely=total.likely,
        high=total.high,
    )
    _store_columns(plan, columns_of(draft))
    return plan


def _store_columns(plan: Plan, columns: list[Column]) -> None:
    for column in columns:
        column.wave.plan = plan
        for item in column.items:
            item.wave = column.wave
    Wave.objects.bulk_create(column.wave for column in columns)
    WorkItem.objects.bulk_create(item for column in columns for item in column.items)
