"""Which snapshots a project has."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models.fields.json import KT
from django.utils.translation import gettext as _

from apps.projects.models import Project
from apps.tco.models import Snapshot
from apps.tco.money import compact


@dataclass(frozen=True, slots=True)
class Listed:
    """One snapshot as the list shows it."""

    snapshot: Snapshot
    difference: str
    pays: bool | None


def all_of(project: Project) -> list[Listed]:
    """Return every snapshot, newest first, without loading what it holds."""
    light = Snapshot.objects.filter(project=project).defer("inputs", "result", "register", "analysis")
    found = light.annotate(npv=KT("result__npv_difference"), money=KT("result__currency"))
    return [_listed(one, one.npv, one.money) for one in found]


def numbers_of(project: Project, *, apart_from: Snapshot) -> list[int]:
    """Return the numbers of the other snapshots, newest first."""
    others = Snapshot.objects.filter(project=project).exclude(pk=apart_from.pk)
    return list(others.values_list("number", flat=True))


def _listed(snapshot: Snapshot, npv: str | None, currency: str) -> Listed:
    if npv is None:
        return Listed(snapshot, _("unknown"), None)
    return Listed(snapshot, compact(float(npv), currency), float(npv) >= 0)
