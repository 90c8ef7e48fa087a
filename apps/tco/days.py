"""Days that a figure rests on: what was read, measured or quoted lies in the past."""

from __future__ import annotations

from datetime import date

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

DAY = "%Y-%m-%d"


class PastDay(forms.DateField):
    """A day up to today."""

    widget = forms.DateInput(attrs={"type": "date"}, format=DAY)

    def validate(self, value: date | None) -> None:
        """Refuse a day that has not come yet."""
        super().validate(value)
        if value is not None and value > timezone.localdate():
            raise ValidationError(_("This day lies in the future: enter the day on which it was read."))


def refuse_future(text: str) -> None:
    """Raise ValidationError for a whole day that has not come yet; a year or a month alone passes."""
    try:
        day = date.fromisoformat(text) if len(text) == len("2026-12-01") else None
    except ValueError:
        return
    PastDay(required=False).validate(day)
