"""The own rules of a project: the list, a new file, on and off, removal."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from apps.core.errors import ApplicationError
from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.scans import selectors, services
from apps.scans.forms import RuleFileForm


@require_GET
@project_view()
def rule_files(request: ProjectRequest) -> HttpResponse:
    """List the files; an architect also gets the form for another one."""
    return _page(request, RuleFileForm())


@require_POST
@project_view(Action.SCAN)
def add(request: ProjectRequest) -> HttpResponse:
    """Take in one file, or say where it is wrong and what to write."""
    form = RuleFileForm(request.POST, request.FILES)
    if form.is_valid():
        file = form.cleaned_data["file"]
        content = file.read(services.RULE_FILE_MAX_BYTES + 1)
        try:
            kept = services.add_rule_file(
                actor=request.user, project=request.project, name=file.name, content=content
            )
        except ApplicationError as error:
            form.add_error("file", error.message)
        else:
            messages.success(request, _("“%s” was kept; the next scan runs it.") % kept.name)
            return redirect("scans:rules", slug=request.project.slug)
    return _page(request, form, status=400)


@require_POST
@project_view(Action.SCAN)
def switch(request: ProjectRequest, rule_file_id: int) -> HttpResponse:
    """Turn a file on or off."""
    rule_file = selectors.rule_file_for(request.project, rule_file_id)
    services.switch_rule_file(actor=request.user, rule_file=rule_file, on=request.POST.get("on") == "1")
    return redirect("scans:rules", slug=request.project.slug)


@require_POST
@project_view(Action.SCAN)
def remove(request: ProjectRequest, rule_file_id: int) -> HttpResponse:
    """Remove a file."""
    rule_file = selectors.rule_file_for(request.project, rule_file_id)
    services.remove_rule_file(actor=request.user, rule_file=rule_file)
    messages.success(request, _("“%s” was removed.") % rule_file.name)
    return redirect("scans:rules", slug=request.project.slug)


def _page(request: ProjectRequest, form: RuleFileForm, *, status: int = 200) -> HttpResponse:
    page = {
        "files": selectors.rule_files_of(request.project),
        "form": form,
        "may_change": may(request.membership, Action.SCAN),
    }
    return render(request, "scans/rules.html", page, status=status)
