"""What a page that updates itself shows, in a few letters: the same letters, the same page.

A stamp holds everything that changes what the page says and nothing else: a heartbeat alone changes no page.
"""

from __future__ import annotations

from datetime import datetime
from hashlib import blake2b
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.db.models.functions import Now
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language

from apps.projects.models import Membership, Project
from apps.validation.models import LIVE, EnrolmentCode


def tag(membership: Membership, *parts: object) -> str:
    """Return the ETag of what a member is shown now."""
    shown = repr((get_language(), membership.pk, membership.role, parts))
    return quote_etag(blake2b(shown.encode(), digest_size=12).hexdigest())


def unchanged(request: HttpRequest, etag: str) -> HttpResponseBase | None:
    """Return 304 for a page that asks for its news when there are none."""
    is_asking = request.htmx  # type: ignore[attr-defined]
    return get_conditional_response(request, etag=etag) if is_asking else None


# The database makes the stamp itself: rows that are only compared need not become objects.
NODES = """
SELECT md5(string_agg(concat_ws('|', node.id, node.state, node.facts_at, node.capabilities,
    node.rotation_asked_at,
    node.last_seen_at > now() - make_interval(secs => %(silent_s)s),
    live.id, live.state, live.progress), ';' ORDER BY node.id))
FROM validation_node node
LEFT JOIN validation_attempt live ON live.node_id = node.id AND live.state = ANY(%(live)s)
WHERE node.project_id = %(project)s AND (%(node)s::uuid IS NULL OR node.id = %(node)s::uuid)
"""
JOBS = "SELECT concat_ws('|', count(*), max(updated_at)) FROM validation_job WHERE project_id = %(project)s"
QUEUE = f"SELECT concat_ws('|', ({JOBS}), ({NODES}))"
# What waits, and what has parts, depends on the others too.
JOB = f"""
SELECT concat_ws('|', job.updated_at, job.state, (
    SELECT string_agg(concat_ws(',', number, state, progress), ';' ORDER BY number)
    FROM validation_attempt WHERE job_id = job.id
), CASE WHEN job.state = 'queued' OR job.parts > 0 THEN ({QUEUE}) END)
FROM validation_job job WHERE job.project_id = %(project)s AND job.id = %(job)s::uuid
"""  # noqa: S608 - made of the constants above


def nodes(project: Project) -> str:
    """Return the stamp of the list of nodes: one query."""
    return _asked(NODES, project) or ""


def node(project: Project, node_id: UUID) -> str:
    """Return the stamp of the page of a node: one query; 404 for a foreign one."""
    return _there(_asked(NODES, project, node=node_id))


def queue(project: Project) -> str:
    """Return the stamp of the queue: one query."""
    return _asked(QUEUE, project) or ""


def job(project: Project, job_id: UUID) -> str:
    """Return the stamp of the page of a job: one query; 404 for a foreign one."""
    return _there(_asked(JOB, project, job=job_id))


def _there(stamp: str | None) -> str:
    if stamp is None:
        raise Http404
    return stamp


def _asked(question: str, project: Project, **row: UUID) -> str | None:
    values: dict[str, Any] = {
        "project": project.pk,
        "node": None,
        "live": [str(state) for state in LIVE],
        "silent_s": settings.NODE_SILENT_S,
    }
    with connection.cursor() as cursor:
        cursor.execute(question, {**values, **row})
        found = cursor.fetchone()
    return str(found[0]) if found and found[0] is not None else None


def code(project: Project, code_id: int) -> tuple[datetime | None, UUID | None, bool]:
    """Return what the wait for a node depends on: one query; 404 for a foreign code."""
    expired = ExpressionWrapper(Q(expires_at__lt=Now()), output_field=BooleanField())
    codes = EnrolmentCode.objects.filter(project=project, pk=code_id).annotate(over=expired)
    found = codes.values_list("used_at", "node", "over").first()
    if found is None:
        raise Http404
    return found
