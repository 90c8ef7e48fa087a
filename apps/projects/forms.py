"""What people type to make a project and to name its members."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from apps.core.hidden import one_line
from apps.projects.models import Project, Role


class ProjectForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in the stubs only
    """Name and, if wanted, one sentence."""

    class Meta:
        model = Project
        fields = ("name", "description")
        labels = {"name": _("Name"), "description": _("Description")}
        help_texts = {"name": _("The application that moves, for example “Document questions”.")}

    def clean_name(self) -> str:
        """Return the name without letters that nobody sees."""
        name = one_line(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Write a name that can be read."), code="hidden")
        return name

    def clean_description(self) -> str:
        """Return the sentence without letters that nobody sees."""
        return one_line(self.cleaned_data["description"])


class MemberForm(forms.Form):
    """An existing user and a role."""

    username = forms.CharField(max_length=150, label=_("User name"))
    role = forms.ChoiceField(choices=Role.choices, label=_("Role"), initial=Role.VIEWER)

    def __init__(self, data: Any = None, *, giver: str) -> None:
        super().__init__(data)
        # Not offered is not forbidden: the service refuses, and says why.
        if giver != Role.ARCHITECT:
            offered = [choice for choice in Role.choices if choice[0] != Role.ARCHITECT]
            cast(forms.Select, self.fields["role"].widget).choices = offered
