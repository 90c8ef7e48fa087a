"""What was decided about findings lately, and on how many of them it still stands."""

from __future__ import annotations

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from apps.coupling.models import Triage, TriageChange
from apps.projects.models import Project


def recent_changes(project: Project) -> QuerySet[TriageChange]:
    """Return the acts of triage, the newest first; `standing` counts the findings nobody decided since."""
    last = Triage.objects.filter(last=OuterRef("pk")).order_by().values("last")
    counted = last.annotate(number=Count("pk")).values("number")
    standing = Coalesce(Subquery(counted, output_field=IntegerField()), 0)
    return TriageChange.objects.filter(project=project).annotate(standing=standing)
