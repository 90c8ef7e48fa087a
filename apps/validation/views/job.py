"""One job: its life, its log, its result."""

from __future__ import annotations

from functools import cache
from uuid import UUID

from django.http import Http404, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse

from apps.projects.access import ProjectRequest, project_view
from apps.validation import logs, selectors, stamps
from apps.validation.pages.job import job_page, log_page
from apps.validation.views.live import live


@project_view()
def job(request: ProjectRequest, job_id: UUID) -> HttpResponseBase:
    """Show one job; asked for news, answer with the part that changes, or that nothing changed."""
    etag = stamps.tag(request.membership, stamps.job(request.project, job_id))
    found = cache(lambda: selectors.job_for(request.project, job_id))
    return live(
        request,
        "job",
        etag,
        lambda: job_page(request.project, found()),
        lambda: log_page(found(), request.GET.get("attempt", "")),
    )


@project_view()
def log(request: ProjectRequest, job_id: UUID, attempt: int) -> HttpResponse:
    """Answer with the lines behind the batch `after`, or 204 while there are none."""
    batches = logs.batches_of(selectors.attempt_for(request.project, job_id, attempt))
    lines = logs.end_of(batches, after=_number(request.GET.get("after", "")))
    if lines is None:
        return HttpResponse(status=204)
    return JsonResponse({"lines": lines.lines, "first": lines.first, "batch": lines.batch})


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else 0


@project_view()
def log_file(request: ProjectRequest, job_id: UUID, attempt: int) -> HttpResponseBase:
    """Hand out a whole log as text."""
    lines = logs.whole(logs.batches_of(selectors.attempt_for(request.project, job_id, attempt)))
    name = f"{str(job_id)[:8]}-{attempt}.log"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(lines, content_type="text/plain; charset=utf-8", headers=headers)


@project_view()
def document(request: ProjectRequest, job_id: UUID) -> HttpResponse:
    """Hand out the result exactly as it was hashed."""
    evidence = selectors.evidence_of(selectors.job_for(request.project, job_id))
    if evidence is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{evidence.kind}-{evidence.sha256[:12]}.json"'}
    return HttpResponse(bytes(evidence.document), content_type="application/json", headers=headers)
