"""Files that belong to a result, for members of the project."""

from __future__ import annotations

from uuid import UUID

from django.http import FileResponse, Http404
from django.views.decorators.http import require_safe

from apps.projects.access import ProjectRequest, project_view
from apps.validation import selectors


@require_safe
@project_view()
def artifact(request: ProjectRequest, job_id: UUID, artifact_id: UUID) -> FileResponse:
    """Hand out a file as a download, whatever it says that it is: no browser shall open it here."""
    found = selectors.artifact_for(selectors.job_for(request.project, job_id), artifact_id)
    if not found.file.is_file():
        raise Http404
    return FileResponse(
        found.file.open("rb"),
        as_attachment=True,
        filename=found.name,
        content_type="application/octet-stream",
    )
