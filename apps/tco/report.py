"""A comparison on two pages, what it says and what it rests on: for print, snapshots and share links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from apps.core.templatetags.texts import in_language
from apps.projects.models import Project
from apps.tco import figures
from apps.tco.lines import lines_of
from apps.tco.models import Snapshot
from apps.tco.money import compact, percent
from apps.tco.register_rows import rows_of
from apps.tco.reliance import reliance_of
from apps.tco.sensitivity import sensitivity_of
from apps.tco.snapshots import stored
from apps.tco.verdict import verdict_of
from apps.tco.what_if import WhatIf, what_if_note
from migration_engine.tco import VERSION, evaluate, load_scenario
from migration_engine.tco.chances import pays_in_words
from migration_engine.tco.register import register
from migration_engine.tco.trust import Trust


@dataclass(frozen=True, slots=True)
class Subject:
    """What a report is about: a snapshot, or the comparison as it stands (then `snapshot` is None)."""

    title: str
    inputs: dict[str, Any]
    result: dict[str, Any]
    register: list[dict[str, Any]]
    simulation: Mapping[str, Any]
    trust: Trust
    engine_version: str
    snapshot: Snapshot | None = None
    note: str = ""


def subject_of(snapshot: Snapshot) -> Subject:
    """Return what a snapshot says; nothing is calculated again."""
    return Subject(
        snapshot.title,
        snapshot.inputs,
        snapshot.result,
        snapshot.register,
        snapshot.analysis["simulation"],
        trust_in(snapshot),
        snapshot.engine_version,
        snapshot,
    )


def trust_in(snapshot: Snapshot) -> Trust:
    """Return how far a snapshot rests on evidence; those of earlier versions do not say."""
    shares = snapshot.analysis.get("trust") or dict.fromkeys(("evidence", "stated", "default"))
    return Trust(**shares)


def subject_now(project: Project, asked: WhatIf) -> Subject:
    """Return the comparison as somebody asks for it, with a simulation, which takes a second."""
    inputs = asked.inputs
    scenario, analyses = load_scenario(inputs), sensitivity_of(inputs)
    entries = register(scenario, analyses.tornado, timezone.localdate())
    return Subject(
        project.name,
        inputs,
        evaluate(scenario).to_dict(),
        [stored(entry) for entry in entries],
        asdict(analyses.simulation),
        analyses.trust,
        VERSION,
        note=what_if_note(asked),
    )


def report_of(subject: Subject) -> dict[str, Any]:
    """Return the context of both pages."""
    inputs, result = subject.inputs, subject.result
    currency = str(result["currency"])
    rows = rows_of(subject.register, currency, _day(subject))
    return {
        "subject": subject,
        "snapshot": subject.snapshot,
        "verdict": verdict_of(inputs, result),
        **figures.headline(inputs, result),
        "key_figures": figures.key_figures(result),
        "spread": spread_of(subject.simulation, currency),
        "heads": figures.heads(result),
        "lines": lines_of(inputs, result),
        "rows": rows,
        "reliance": reliance_of(inputs, rows, subject.trust),
        "today": timezone.localdate(),
        "currency": currency,
    }


def range_of(simulation: Mapping[str, Any], currency: str) -> str:
    """Return P10 to P90 of a stored simulation, the bad end first; empty where nothing was drawn."""
    if not simulation.get("p10"):
        return ""
    ends = {"low": simulation["p10"]["value"], "high": simulation["p90"]["value"]}
    return _("%(low)s to %(high)s") % {key: compact(end, currency) for key, end in ends.items()}


def spread_of(simulation: Mapping[str, Any], currency: str) -> str:
    """Return how far the difference spreads, in a sentence; empty where nothing could be drawn."""
    if not simulation.get("p10"):
        return ""
    if not simulation["varied"]:
        return _("No figure has a range, so how far the answer may lie off can't be said.")
    chance = in_language(pays_in_words(simulation["probability_positive"], simulation["draws"]))
    return _("In 8 of 10 draws between %(low)s and %(high)s. %(chance)s (%(share)s, seed %(seed)s)") % {
        "chance": chance,
        "low": compact(simulation["p10"]["value"], currency),
        "high": compact(simulation["p90"]["value"], currency),
        "share": percent(simulation["probability_positive"]),
        "seed": simulation["seed"],
    }


def _day(subject: Subject) -> Any:
    """A snapshot shows what was overdue when it was taken."""
    return timezone.localdate(subject.snapshot.made_at) if subject.snapshot else timezone.localdate()
