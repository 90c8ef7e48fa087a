"""The schedules of a project: which repositories are scanned again by themselves, and when."""

from __future__ import annotations

from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from apps.core.errors import ApplicationError
from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.scans import services
from apps.scans.models import Every, Scan, Schedule, SourceKind

WEEKDAYS = (
    *((0, _("Monday")), (1, _("Tuesday")), (2, _("Wednesday")), (3, _("Thursday"))),
    *((4, _("Friday")), (5, _("Saturday")), (6, _("Sunday"))),
)
HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]


class ScheduleForm(forms.Form):
    """When a repository is scanned again."""

    url = forms.CharField(
        label=_("Address of the repository"),
        max_length=500,
        help_text=_("An https address, as one would clone it."),
    )
    token = forms.CharField(
        label=_("Access token"),
        max_length=500,
        required=False,
        strip=True,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=_(
            "For a private repository; give one that may only read. It is kept sealed and never shown again. "
            "Where no token may be kept, let the pipeline upload a scan document instead."
        ),
    )
    ref = forms.CharField(label=_("Branch, tag or commit"), max_length=200, required=False)
    every = forms.ChoiceField(label=_("How often"), choices=Every.choices)
    weekday = forms.TypedChoiceField(label=_("On which day, if weekly"), choices=WEEKDAYS, coerce=int)
    hour = forms.TypedChoiceField(label=_("At what hour"), choices=HOURS, coerce=int, initial=3)
    time_zone = forms.ChoiceField(label=_("Time zone"))

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        zones = [(zone, zone) for zone in sorted(available_timezones())]
        self.fields["time_zone"].choices = zones  # type: ignore[attr-defined]
        self.fields["time_zone"].initial = settings.TIME_ZONE


def schedules(request: ProjectRequest) -> HttpResponse:
    """List the schedules, and take a new one from an architect."""
    may_change = may(request.membership, Action.SCAN)
    form = ScheduleForm(request.POST or None, initial=_last_git(request) if may_change else {})
    if request.method == "POST" and form.is_valid():
        try:
            services.add_schedule(actor=request.user, project=request.project, **form.cleaned_data)
            return redirect("scans:schedules", slug=request.project.slug)
        except ApplicationError as error:
            form.add_error("url", error.message)
    listed = Schedule.objects.filter(project=request.project).select_related("last_scan", "token")
    page = {"form": form, "schedules": listed, "may_change": may_change, "weekdays": dict(WEEKDAYS)}
    return render(request, "scans/schedules.html", page, status=400 if form.errors else 200)


@require_safe
@project_view()
def look(request: ProjectRequest) -> HttpResponse:
    """Show the schedules to everybody in the project."""
    return (
        schedules(request) if request.method != "POST" else redirect("scans:schedules", request.project.slug)
    )


@require_POST
@project_view(Action.SCAN)
def add(request: ProjectRequest) -> HttpResponse:
    """Keep a new schedule."""
    return schedules(request)


@require_POST
@project_view(Action.SCAN)
def change(request: ProjectRequest, schedule_id: int) -> HttpResponse:
    """Switch a schedule on or off, or remove it."""
    found = Schedule.objects.select_related("project").filter(project=request.project, pk=schedule_id).first()
    if found is None:
        raise Http404
    act = request.POST.get("act", "")
    if act == "remove":
        services.remove_schedule(actor=request.user, schedule=found)
    elif act in ("on", "off"):
        services.switch_schedule(actor=request.user, schedule=found, on=act == "on")
    return redirect("scans:schedules", slug=request.project.slug)


def _last_git(request: ProjectRequest) -> dict[str, str]:
    """The repository that was scanned last is the one that people most likely mean."""
    last = Scan.objects.of(request.project).filter(source_kind=SourceKind.GIT).first()
    return {"url": last.git_url, "ref": last.git_ref} if last else {}
