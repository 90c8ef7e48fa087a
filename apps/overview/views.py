"""The overview page of a project."""

from django.http import HttpResponse
from django.shortcuts import render

from apps.overview.selectors import overview_of
from apps.projects.access import ProjectRequest, project_view


@project_view()
def project(request: ProjectRequest) -> HttpResponse:
    """Show where the project stands and what comes next."""
    return render(request, "overview/project.html", {"overview": overview_of(request.project)})
