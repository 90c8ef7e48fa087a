"""The history of one input, as its form shows it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from apps.core.templatetags.texts import in_language
from apps.projects.models import Project
from apps.tco.history import history_of
from apps.tco.quotes import RATES, as_figure
from apps.tco.register_rows import quoted, shown
from migration_engine.tco.placeholders import source_text
from migration_engine.tco.register import ORIGINS
from migration_engine.text import Text


@dataclass(frozen=True, slots=True)
class Past:
    """One change: when, by whom, from what to what, and why."""

    at: datetime
    by: str
    scenario: int
    before: str
    after: str
    reason: str


def history_rows(project: Project, path: str) -> list[Past]:
    """Return every change of the input, newest first."""
    says = _rates if path == RATES else _said
    return [
        Past(
            change.scenario.created_at,
            change.scenario.saved_by,
            change.scenario.number,
            says(path, change.before),
            says(path, change.after),
            change.reason,
        )
        for change in history_of(project, [path])
    ]


def _rates(_path: str, stood: Any) -> str:
    """Return every rate as a figure of its own."""
    return "; ".join(f"{code} {_said(RATES, rate)}" for code, rate in (stood or {}).items()) or _("none")


def _said(path: str, stood: Any) -> str:
    """Return the value with range and origin, and who vouched for it until when."""
    figure = as_figure(stood)
    parts = [shown(path, figure.get("value"))]
    if figure.get("low") is not None and figure.get("high") is not None:
        low, high = shown(path, figure["low"]), shown(path, figure["high"])
        parts.append(_("%(low)s to %(high)s") % {"low": low, "high": high})
    parts.append(quoted(figure))
    origin = figure.get("origin", "")
    parts.append(in_language(ORIGINS.get(origin) or Text(origin, origin)))
    parts.append(in_language(source_text(figure.get("source") or "")))
    parts += [str(figure.get(key) or "") for key in ("date", "owner", "evidence")]
    if figure.get("valid_until"):
        parts.append(_("valid until %(day)s") % {"day": figure["valid_until"]})
    return ", ".join(filter(None, parts))
