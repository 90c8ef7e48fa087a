"""What the pages need beside the rows themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from apps.projects.models import Project
from apps.validation.models import (
    WITH_A_NODE,
    Attempt,
    AttemptState,
    Evidence,
    Job,
    JobState,
    Node,
    NodeState,
)
from apps.validation.results import shown
from apps.validation.selectors import evidence_of, log_of, nodes_of
from apps.validation.waiting import Waiting
from apps.validation.words import DEVICES, LOOKS, READINESS, REASONS, STEPS, Words, value_words
from migration_engine.text import Text


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job in the list."""

    job: Job
    look: str
    title: Text
    attempt: Attempt | None
    result: Evidence | None
    why: Words


@dataclass(frozen=True, slots=True)
class NodeCard:
    """A node with what its facts say; an empty text is unknown."""

    node: Node
    look: str
    state: str
    device: Words
    readiness: Words
    advice: Text | None
    chips: int
    facts: tuple[tuple[str, str], ...]


def job_rows(project: Project, jobs: Iterable[Job]) -> list[JobRow]:
    """Return the jobs of a list page; two queries whatever their number."""
    waiting = Waiting(project)
    return [_row(job, waiting) for job in jobs]


def job_page(project: Project, job: Job) -> dict[str, Any]:
    """Return everything that the page of a job shows."""
    row = _row(job, Waiting(project))
    evidence = evidence_of(job)
    return {
        "job": job,
        "row": row,
        "attempts": [(attempt, _look(attempt.state, row.result)) for attempt in job.tries],  # type: ignore[attr-defined]
        "progress": _progress(row.attempt),
        "stopping": bool(job.cancel_requested_at) and job.state in WITH_A_NODE,
        "parameters": _parameters(job),
        "lines": log_of(row.attempt),
        "shown": shown(evidence) if evidence else None,
    }


def _row(job: Job, waiting: Waiting) -> JobRow:
    attempts: list[Attempt] = job.tries  # type: ignore[attr-defined]
    results: list[Evidence] = job.results  # type: ignore[attr-defined]
    return JobRow(
        job=job,
        look=_look(job.state, results[-1] if results else None),
        title=job.definition.title,
        attempt=attempts[-1] if attempts else None,
        result=results[-1] if results else None,
        why=waiting.why(job) if job.state == JobState.QUEUED else REASONS.get(job.reason, ""),
    )


def _look(state: str, result: Evidence | None) -> str:
    """A rehearsal turns nothing green, not even its own job."""
    rehearsed = result is not None and result.rehearsal and state == JobState.SUCCEEDED
    return "waiting" if rehearsed else LOOKS[state]


def _parameters(job: Job) -> list[tuple[Text, str]]:
    """Return the parameters in the order of the catalogue; those it dropped since are left out."""
    known = [one for one in job.definition.parameters if one.name in job.parameters]
    return [(one.label, value_words(job.parameters[one.name])) for one in known]


def _progress(attempt: Attempt | None) -> dict[str, Any] | None:
    if attempt is None or not attempt.progress or attempt.state != AttemptState.RUNNING:
        return None
    return {**attempt.progress, "name": STEPS.get(attempt.progress["step"], attempt.progress["step"])}


def node_cards(project: Project) -> list[NodeCard]:
    """Return the nodes as their page shows them."""
    return [_card(node) for node in nodes_of(project)]


def _card(node: Node) -> NodeCard:
    look, state = _standing(node)
    facts = node.facts
    advice = facts.get("advice")
    return NodeCard(
        node=node,
        look=look,
        state=state,
        device=DEVICES.get(node.capabilities.get("device_kind", ""), ""),
        readiness=READINESS.get(facts.get("classification", ""), ""),
        advice=Text(advice["en"], advice["zh"]) if advice else None,
        chips=len(facts.get("chips", [])),
        facts=_facts(node),
    )


def _standing(node: Node) -> tuple[str, str]:
    if node.state == NodeState.RETIRED:
        return "", _("Retired")
    if node.is_silent:
        return "warn", _("Silent")
    return ("running", _("Working")) if node.busy else ("good", _("Idle"))  # type: ignore[attr-defined]


def _facts(node: Node) -> tuple[tuple[str, str], ...]:
    facts, packages = node.facts, node.facts.get("packages", {})
    machine = facts.get("machine", {})
    return (
        (_("Driver"), facts.get("driver", "")),
        ("CANN", facts.get("cann", {}).get("version", "")),
        ("torch", packages.get("torch", "")),
        ("torch_npu", packages.get("torch-npu", "")),
        ("Python", str(machine.get("python", ""))),
        (_("System"), str(machine.get("system", ""))),
        (_("Engine"), str(node.capabilities.get("engine", ""))),
    )
