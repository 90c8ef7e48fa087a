"""What people type to make a project and to name its members."""

from django import forms
from django.utils.translation import gettext_lazy as _

from apps.projects.models import Project, Role


class ProjectForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in the stubs only
    """Name and, if wanted, one sentence."""

    class Meta:
        model = Project
        fields = ("name", "description")
        labels = {"name": _("Name"), "description": _("Description")}
        help_texts = {"name": _("The application that moves, for example “Document questions”.")}


class MemberForm(forms.Form):
    """An existing user and a role."""

    username = forms.CharField(max_length=150, label=_("User name"))
    role = forms.ChoiceField(choices=Role.choices, label=_("Role"), initial=Role.VIEWER)
