"""What can be chosen instead of typed, with what holds where nothing was chosen."""

from __future__ import annotations

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from migration_engine.tco.scenario import Sampling

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

DISTRIBUTIONS: Choices = (
    ("pert", _("most draws near the value (PERT)")),
    ("triangular", _("a triangle over the value")),
)
NO_OR_YES: Choices = (("no", _("no")), ("yes", _("yes")))

_USUAL = Sampling()
ABSENT: dict[str, object] = {
    "discounting": "end",
    "terminal_value": "resale",
    "simulation.draws": _USUAL.draws,
    "simulation.seed": _USUAL.seed,
    "simulation.distribution": str(_USUAL.distribution),
    "sides.gpu.rack_includes_power": False,
    "sides.ascend.rack_includes_power": False,
    "sides.gpu.rent_without_hosting": False,
    "sides.ascend.rent_without_hosting": False,
}
"""What the engine takes where an optional setting is left out."""


class SwitchField(forms.ChoiceField):
    """A yes or no of a scenario."""

    def __init__(self) -> None:
        super().__init__(choices=NO_OR_YES)

    def prepare_value(self, value: object) -> object:
        """Return the choice that shows a stored switch."""
        return ("yes" if value else "no") if isinstance(value, bool) else value

    def clean(self, value: object) -> bool:
        """Return the switch to store."""
        return bool(super().clean(value) == "yes")


def choices_of(path: str) -> Choices | None:
    """Return the choices at a key path; None where a number is typed."""
    if path.endswith(".licence_unit"):
        return LICENCE_UNITS
    return {
        "case": CASES,
        "discounting": DISCOUNTING,
        "terminal_value": TERMINAL_VALUES,
        "simulation.distribution": DISTRIBUTIONS,
    }.get(path)
