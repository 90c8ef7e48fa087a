"""What a page that updates itself shows, in a few letters: the same letters, the same page.

A stamp holds everything that changes what the page says and nothing else: a heartbeat alone changes no page.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import blake2b
from uuid import UUID

from django.conf import settings
from django.db.models import BooleanField, Count, ExpressionWrapper, FilteredRelation, Max, Q
from django.db.models.functions import Now
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language

from apps.projects.models import Membership, Project
from apps.validation.models import ENDED, LIVE, EnrolmentCode, Job, JobState, Node


def tag(membership: Membership, *parts: object) -> str:
    """Return the ETag of what a member is shown now."""
    shown = repr((get_language(), membership.pk, membership.role, parts))
    return quote_etag(blake2b(shown.encode(), digest_size=12).hexdigest())


def unchanged(request: HttpRequest, etag: str) -> HttpResponseBase | None:
    """Return 304 for a page that asks for its news when there are none."""
    is_asking = request.htmx  # type: ignore[attr-defined]
    return get_conditional_response(request, etag=etag) if is_asking else None


def nodes(project: Project) -> list[tuple[object, ...]]:
    """Return what the list of nodes depends on: one query."""
    live = FilteredRelation("attempts", condition=Q(attempts__state__in=LIVE))
    heard = Q(last_seen_at__gt=Now() - timedelta(seconds=settings.NODE_SILENT_S))
    told = Node.objects.of(project).annotate(
        live=live, heard=ExpressionWrapper(heard, output_field=BooleanField())
    )
    fields = ("pk", "state", "facts_at", "heard", "capabilities", "rotation_asked_at")
    return list(told.order_by("pk").values_list(*fields, "live", "live__state", "live__progress"))


def node(project: Project, node_id: UUID) -> list[tuple[object, ...]]:
    """Return what the page of a node depends on: one query; 404 for a foreign one."""
    mine = [row for row in nodes(project) if row[0] == node_id]
    if not mine:
        raise Http404
    return mine


def queue(project: Project) -> tuple[object, ...]:
    """Return what the queue depends on: two queries."""
    jobs = Job.objects.of(project).aggregate(count=Count("pk"), changed=Max("updated_at"))
    return (*jobs.values(), nodes(project))


def job(project: Project, job_id: UUID) -> tuple[object, ...]:
    """Return what the page of a job depends on: one query, two more while it waits; 404 for a foreign one."""
    fields = ("updated_at", "state", "parts", "attempts", "attempts__state", "attempts__progress")
    rows = list(Job.objects.of(project).filter(pk=job_id).order_by("attempts").values_list(*fields))
    if not rows:
        raise Http404
    _changed, state, parts, *_attempt = rows[0]
    hangs_on_others = state == JobState.QUEUED or (parts and state not in ENDED)
    return (rows, queue(project) if hangs_on_others else None)


def code(project: Project, code_id: int) -> tuple[datetime | None, UUID | None, bool]:
    """Return what the wait for a node depends on: one query; 404 for a foreign code."""
    expired = ExpressionWrapper(Q(expires_at__lt=Now()), output_field=BooleanField())
    codes = EnrolmentCode.objects.filter(project=project, pk=code_id).annotate(over=expired)
    found = codes.values_list("used_at", "node", "over").first()
    if found is None:
        raise Http404
    return found
