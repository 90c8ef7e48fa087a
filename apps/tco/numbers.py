"""A number as people type it, checked against the engine's bounds in the reader's language."""

from __future__ import annotations

import re
import unicodedata
from math import isfinite, nan

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from migration_engine.tco.bounds import Bounds, Fault

# English and Chinese both write 1,200.5, and spreadsheets group with spaces. A comma that does not part three
# digits is someone's decimal comma, which nobody should guess at.
_NUMBER = re.compile(
    r"[-+]?(\d*|\d{1,3}(,\d{3})+|\d{1,3}( \d{3})+)(\.\d*)?(e[-+]?\d{1,3})?", re.ASCII | re.IGNORECASE
)


UNKNOWN = "?"
"""What is typed for an optional figure that nobody knows."""
LEFT_OUT = ""
"""The value of an optional figure that plays no part."""


class NumberField(forms.Field):
    """A plain number, None where it is unknown. A share is typed in per cent.

    Empty means unknown, or left out where it is an option.
    """

    def __init__(self, *, bounds: Bounds, is_share: bool, is_option: bool = False, **options: object) -> None:
        self.bounds, self.is_share, self.is_option = bounds, is_share, is_option
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(widget=widget, required=False, **options)  # type: ignore[arg-type]

    def prepare_value(self, value: object) -> object:
        """Return the stored number as it is typed: 0.3 as 30 where the field is in per cent."""
        if isinstance(value, int | float):
            return f"{value * 100 if self.is_share else value:.12g}"
        return UNKNOWN if value is None and self.is_option else value

    def to_python(self, value: object) -> float | str | None:
        """Return the number in the scenario's unit, None, or LEFT_OUT for an option."""
        text = _plain(value, is_share=self.is_share)
        if not text or text == UNKNOWN:
            return LEFT_OUT if self.is_option and not text else None
        number = _number(text)
        if not isfinite(number):
            raise ValidationError(
                _("Write a number with a point before decimals, such as 0.65, 1200 or 1,200."),
                code="not_a_number",
            )
        return round(number / 100, 12) if self.is_share else number

    def validate(self, value: float | str | None) -> None:
        """Refuse what the engine would refuse."""
        fault = self.bounds.fault(value) if isinstance(value, float) else None
        if fault is not None:
            raise ValidationError(self._words(fault), code=fault)

    def _words(self, fault: Fault) -> str:
        least, limit = (self._shown(end) for end in (self.bounds.least, self.bounds.limit))
        words = {
            Fault.NOT_WHOLE: _("Write a whole number."),
            Fault.NOT_POSITIVE: _("Must be greater than 0."),
            Fault.TOO_SMALL: _("Must be at least %(least)s."),
            Fault.TOO_LARGE: _("Must be at most %(limit)s."),
            Fault.NOTHING_MOVES: _("Must be below %(limit)s: else nothing would migrate."),
            Fault.NOT_A_SHARE: _("Must be a share below %(limit)s.")
            if self.bounds.below == self.bounds.limit
            else _("Must be a share of at most %(limit)s."),
        }
        return words[fault] % {"least": least, "limit": limit}

    def _shown(self, end: float) -> str:
        return f"{end * 100:g} %" if self.is_share else f"{end:g}"


def _plain(value: object, *, is_share: bool) -> str:
    """Return what was typed in ASCII where it has such a form; Chinese keyboards type １，２００ too."""
    text = unicodedata.normalize("NFKC", str(value or "")).strip()
    return text.removesuffix("%").rstrip() if is_share else text


def _number(text: str) -> float:
    """Return the number, or NaN for what is none."""
    if not _NUMBER.fullmatch(text):
        return nan
    try:
        return float(text.replace(",", "").replace(" ", ""))
    except ValueError:
        return nan
