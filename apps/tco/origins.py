"""Where each figure comes from, as the badge beside its field says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.core.templatetags.texts import in_language
from apps.tco.forms import at
from migration_engine.tco import load_scenario, placeholders
from migration_engine.tco.keys import BY_PATH, OPTIONS
from migration_engine.tco.placeholders import source_text
from migration_engine.tco.register import overdue, to_replace

NEEDED = BY_PATH.keys() - OPTIONS.keys()

MEASURED = frozenset({"measurement", "benchmark"})
_ORIGINS: dict[str, tuple[Promise, str]] = {
    "scan": (gettext_lazy("From the scan"), "good"),
    "entered": (gettext_lazy("Entered"), "good"),
    "quote": (gettext_lazy("Quote"), "good"),
    "bill": (gettext_lazy("Bill"), "good"),
    "measurement": (gettext_lazy("Measured"), "good"),
    "benchmark": (gettext_lazy("Measured"), "good"),
    "expert": (gettext_lazy("Expert"), ""),
}
_REPLACE: dict[str, Promise] = {
    "quote": gettext_lazy("Replace with quote"),
    "measurement": gettext_lazy("Replace with measurement"),
    "bill": gettext_lazy("Replace with bill"),
    "data sheet": gettext_lazy("Replace with data sheet"),
}
_GRADES: dict[str, Promise] = {
    "A": gettext_lazy("published by its owner"),
    "B": gettext_lazy("from a secondary source"),
    "C": gettext_lazy("from a weak source"),
    "R": gettext_lazy("recalled, not read again"),
    "D": gettext_lazy("derived from other figures"),
    "E": gettext_lazy("our estimate"),
}


@dataclass(frozen=True, slots=True)
class Badge:
    """A few words, their tone, and what a longer look says."""

    label: str
    tone: str
    title: str
    run: UUID | None = None


def badge_of(inputs: Mapping[str, Any], path: str) -> Badge | None:
    """Return the badge of a figure; None for a choice, which needs no origin."""
    figure = at(inputs, path)
    if not isinstance(figure, Mapping):
        return Badge(_("Unknown"), "warn", "") if figure is None and path in NEEDED else None
    if figure.get("value") is None:
        return Badge(_("Unknown"), "warn", _replacement(path))
    if figure.get("origin") == "default":
        return _placeholder(path)
    label, tone = _ORIGINS.get(figure.get("origin", ""), (figure.get("origin", ""), ""))
    source = in_language(source_text(figure.get("source") or ""))
    title = " ".join(filter(None, (source, figure.get("date"), figure.get("slo"))))
    return Badge(str(label), tone, title, _run_of(figure))


def _run_of(figure: Mapping[str, Any]) -> UUID | None:
    """Return the job that measured the figure, where it names one."""
    try:
        return UUID(figure.get("run") or "")
    except ValueError:
        return None


def is_measured(inputs: Mapping[str, Any], path: str) -> bool:
    """Tell whether a run measured the figure."""
    return _origin(inputs, path) in MEASURED


def placeholders_left(inputs: Mapping[str, Any]) -> int:
    """Return how many figures are placeholders or missing: those that the register says to replace."""
    return len(to_replace(load_scenario(inputs)))


def overdue_in(inputs: Mapping[str, Any], today: date) -> int:
    """Return how many figures that count rest on a quote or another source that has run out."""
    return len(overdue(load_scenario(inputs), today))


def _origin(inputs: Mapping[str, Any], path: str) -> str:
    figure = at(inputs, path)
    return str(figure.get("origin", "")) if isinstance(figure, Mapping) else ""


def _replacement(path: str) -> str:
    known = placeholders().get(path)
    return str(_REPLACE[known.replace]) if known and known.replace else ""


def _placeholder(path: str) -> Badge:
    known = placeholders().get(path)
    if known is None or not known.grade:
        return Badge(_("Default"), "", "")
    source = in_language(source_text(known.source))
    title = "; ".join(filter(None, (str(_GRADES[known.grade]), source, known.date)))
    if known.replace:
        return Badge(_replacement(path), "warn", title)
    return Badge(_("Estimate") if known.grade == "E" else _("Placeholder"), "", title)
