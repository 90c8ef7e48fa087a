"""What can be chosen instead of typed, with what holds where nothing was chosen."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Choices = tuple[tuple[str, Promise], ...]

CASES: Choices = (
    ("replacement_due", _("New hardware is due either way")),
    ("gpus_owned", _("The GPUs are owned and keep running")),
)
LICENCE_UNITS: Choices = (
    ("device", _("device")),
    ("die", _("die")),
    ("server", _("server")),
    ("site", _("site")),
)
DISCOUNTING: Choices = (("end", _("end")), ("mid", _("middle")), ("begin", _("beginning")))
TERMINAL_VALUES: Choices = (
    ("resale", _("what it sells for, first purchase only")),
    ("resale_of_all", _("what it sells for, later purchases too")),
    ("book", _("its book value")),
    ("zero", _("nothing")),
)

ABSENT = {"discounting": "end", "terminal_value": "resale"}
"""What the engine takes where an optional choice is left out."""


def choices_of(path: str) -> Choices | None:
    """Return the choices at a key path; None where a number is typed."""
    if path.endswith(".licence_unit"):
        return LICENCE_UNITS
    return {"case": CASES, "discounting": DISCOUNTING, "terminal_value": TERMINAL_VALUES}.get(path)
