"""The access tokens of a project: listed, made, revoked."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from apps.projects.access import Action, ProjectRequest, project_view
from apps.projects.access_tokens import make_token, revoke_token
from apps.projects.models import AccessToken


class TokenForm(forms.Form):
    """A token for a pipeline."""

    name = forms.CharField(label=gettext_lazy("What it is for"), max_length=80)
    days = forms.IntegerField(
        label=gettext_lazy("Days until it expires"), min_value=1, max_value=366, initial=90
    )


@project_view(Action.SCAN)
def tokens(request: ProjectRequest) -> HttpResponse:
    """List the tokens; a new one is shown on the answer and never again."""
    form, made = TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        made = make_token(actor=request.user, project=request.project, **form.cleaned_data)  # type: ignore[arg-type]
        form = TokenForm()
    held = AccessToken.objects.filter(project=request.project).select_related("user")
    page = {"form": form, "made": made, "tokens": held, "address": request.build_absolute_uri("/")}
    return render(request, "projects/tokens.html", page, status=400 if form.errors else 200)


@require_POST
@project_view(Action.SCAN)
def revoke(request: ProjectRequest, token_id: int) -> HttpResponse:
    """End one token."""
    token = AccessToken.objects.select_related("project").filter(project=request.project, pk=token_id).first()
    if token is None:
        raise Http404
    revoke_token(actor=request.user, token=token)  # type: ignore[arg-type]
    messages.success(request, _("The token opens nothing any more."))
    return redirect("projects:tokens", slug=request.project.slug)
