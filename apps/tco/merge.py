"""Saving beside others: only touched figures count, and where two people touched one, its reader chooses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.http import QueryDict

from apps.projects.models import Project
from apps.tco.fields import rows_by_path
from apps.tco.forms import ScenarioForm
from apps.tco.history import history_of
from apps.tco.models import Scenario
from apps.tco.verdict import label_of, unit_of
from apps.tco.what_if import shown_in, typed

SHOWN = "shown"
"""The form field that tells what the page showed when it was made: a JSON object of key paths to texts."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What came from a form: the touched figures as typed, and what their fields held before."""

    touched: dict[str, str]
    shown: dict[str, str]

    @classmethod
    def of(cls, data: QueryDict) -> Sent:
        """Read a form; a field that still says what the page showed was not touched."""
        shown = _shown_in(data.get(SHOWN, ""))
        sent = {path: str(data[path]) for path in rows_by_path() if path in data}
        return cls({path: text for path, text in sent.items() if text != shown.get(path)}, shown)

    def clashing(self, inputs: Mapping[str, Any]) -> list[str]:
        """Return the touched figures that say something else now than the page showed."""
        now = typed(inputs)
        return [path for path, text in self.touched.items() if now[path] not in {self.shown.get(path), text}]

    def shown_beside(self, inputs: Mapping[str, Any]) -> str:
        """Return what a new page of this form shows: today's figures, the touched ones as before."""
        return as_shown(typed(inputs) | {path: self.shown.get(path, "") for path in self.touched})


@dataclass(frozen=True, slots=True)
class Clash:
    """A figure that two people changed: as the page showed it, as it is stored now, as it was entered."""

    path: str
    label: str
    unit: str
    before: str
    theirs: str
    mine: str
    theirs_typed: str
    mine_typed: str
    scenario: Scenario | None


def clashes_of(project: Project, inputs: dict[str, Any], sent: Sent) -> list[Clash]:
    """Return what has to be chosen between, with the scenario that holds the other's figure."""
    paths, now, form = sent.clashing(inputs), typed(inputs), ScenarioForm(inputs)
    last = {change.path: change.scenario for change in reversed(history_of(project, paths))}
    return [
        Clash(
            path=path,
            label=label_of(path),
            unit=unit_of(path, str(inputs["currency"])),
            before=_read(form, path, sent.shown.get(path, "")),
            theirs=_read(form, path, now[path]),
            mine=_read(form, path, sent.touched[path]),
            theirs_typed=now[path],
            mine_typed=sent.touched[path],
            scenario=last.get(path),
        )
        for path in paths
    ]


def as_shown(texts: Mapping[str, str]) -> str:
    """Return the value of the field `shown`."""
    return json.dumps(texts, ensure_ascii=False)


def _shown_in(text: str) -> dict[str, str]:
    """A page that does not say what it showed showed nothing that could count as untouched."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return {str(path): str(said) for path, said in found.items()} if isinstance(found, dict) else {}


def _read(form: ScenarioForm, path: str, text: str) -> str:
    """Return what somebody typed as people read it; what makes no sense as it was typed."""
    try:
        return shown_in(form, path, form.fields[path].clean(text))
    except ValidationError:
        return text
