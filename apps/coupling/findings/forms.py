"""What people say about findings."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from apps.coupling.findings.query import NOBODY
from apps.coupling.models import TriageStatus
from apps.coupling.seen import Seen
from apps.coupling.services import Decision


class TriageForm(forms.Form):
    """A decision on marked findings, or on all that the address of the list matches."""

    key = forms.MultipleChoiceField(required=False)
    whole = forms.BooleanField(required=False)
    status = forms.ChoiceField(choices=[("", _("Leave the status")), *TriageStatus.choices], required=False)
    owner = forms.CharField(required=False, max_length=150)
    note = forms.CharField(required=False, max_length=4000)
    reason = forms.CharField(required=False, max_length=4000)
    until = forms.DateField(
        required=False,
        error_messages={"invalid": _("Give the day as year-month-day, for example 2027-03-31.")},
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["key"].choices = [(key, key) for key in self.marked]  # type: ignore[attr-defined]

    @property
    def marked(self) -> list[str]:
        """Return the keys of the findings that were marked."""
        keys = self.data.getlist("key") if hasattr(self.data, "getlist") else []
        return [key[:80] for key in keys]

    @property
    def seen(self) -> Seen:
        """Return what the page had shown."""
        return Seen.read(self.data.get("seen", ""))

    @property
    def problem(self) -> str:
        """Return why the form cannot be read."""
        return " ".join(str(text) for texts in self.errors.values() for text in texts)

    def decision(self) -> Decision:
        """Return what is to be set; a field that was left empty leaves what is there."""
        given = self.cleaned_data
        owner = given["owner"]
        return Decision(
            status=given["status"] or None,
            owner="" if owner == NOBODY else owner or None,
            note=given["note"].strip() or None,
            reason=given["reason"].strip(),
            until=given["until"],
        )
