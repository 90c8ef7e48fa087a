"""The forms of a snapshot: taking one, and sharing it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from apps.core.hidden import one_line
from apps.tco.sharing import DAYS


class SnapshotForm(forms.Form):
    """What people call a snapshot, and what it is for."""

    title = forms.CharField(
        label=_("Title"), max_length=120, required=False, help_text=_("Empty: the project's name.")
    )
    note = forms.CharField(label=_("What it is for"), max_length=400, required=False)

    def clean(self) -> dict[str, Any]:
        """Keep to one line of letters that can be seen."""
        return {key: one_line(value) for key, value in self.cleaned_data.items()}


class ShareForm(forms.Form):
    """How long a link shows its snapshot."""

    days = forms.TypedChoiceField(label=_("Valid for"), coerce=int, initial=7)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        words = [(days, ngettext("%(days)d day", "%(days)d days", days) % {"days": days}) for days in DAYS]
        self.fields["days"].choices = words  # type: ignore[attr-defined]
