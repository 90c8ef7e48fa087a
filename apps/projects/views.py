"""The list of projects, a new one, and who is in it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.core.errors import ApplicationError
from apps.projects import services
from apps.projects.access import Action, ProjectRequest, project_view
from apps.projects.forms import MemberForm, ProjectForm
from apps.projects.models import Membership, Project


def home(request: HttpRequest) -> HttpResponse:
    """List the reader's projects."""
    return render(request, "projects/home.html", {"projects": Project.objects.for_user(request.user)})


def new(request: HttpRequest) -> HttpResponse:
    """Make a project and lead on to its first scan."""
    form = ProjectForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        project = services.create_project(user=request.user, **form.cleaned_data)  # type: ignore[arg-type]
        return redirect("scans:new", slug=project.slug)
    return render(request, "projects/new.html", {"form": form}, status=400 if form.errors else 200)


@project_view(Action.MANAGE)
def members(request: ProjectRequest) -> HttpResponse:
    """Show and change who has which role."""
    form = MemberForm(request.POST or None, giver=request.membership.role)
    if request.method == "POST" and form.is_valid():
        try:
            services.set_role(actor=request.user, project=request.project, **form.cleaned_data)  # type: ignore[arg-type]
            return redirect("projects:members", slug=request.project.slug)
        except ApplicationError as error:
            form.add_error(None, error.message)
    memberships = Membership.objects.filter(project=request.project).select_related("user")
    page = {"form": form, "memberships": memberships}
    return render(request, "projects/members.html", page, status=400 if form.errors else 200)
