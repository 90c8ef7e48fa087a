"""The checklist of a project: every item of the catalogue, judged by the project's evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from django.utils.functional import Promise

from apps.checklist.words import STAGES, STATES
from apps.core.hidden import spelled_out_in
from apps.projects.models import Project
from apps.validation.models import Evidence as StoredEvidence
from apps.validation.models import Job
from apps.validation.selectors import evidence_for
from migration_engine import checks
from migration_engine.checks import Group, Item, State
from migration_engine.protocol import CATALOGUE, JobKind
from migration_engine.text import Text

STACK = {"chip": "", "driver": "driver", "cann": "CANN", "torch": "torch", "torch_npu": "torch_npu"}


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """One piece of evidence under an item, with its job; `set_aside` says why it does not count."""

    evidence: checks.Evidence
    job: Job
    set_aside: Text | None = None

    @property
    def stack(self) -> list[str]:
        """Return the chip and the versions that the result names; what it does not name is left out."""
        measured_on = self.evidence.measured_on
        named = [(label, measured_on.get(key, "")) for key, label in STACK.items()]
        return [f"{label} {value}".strip() for label, value in named if value]


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item with where it stands, why, and everything that was looked at."""

    item: Item
    state: State
    reason: Text
    evidence: tuple[EvidenceRow, ...]

    @property
    def word(self) -> Promise | str:
        """Return the state as the reader sees it."""
        return STATES[self.state]

    @property
    def stage(self) -> Promise | str:
        """Return the stage as the reader sees it."""
        return STAGES[self.item.stage]

    @property
    def job_kind(self) -> JobKind | None:
        """Return the kind of job that proves the item, or None while there is none."""
        return CATALOGUE.get(self.item.job_kind)


@cache
def catalogue() -> tuple[Item, ...]:
    """Return the items of the catalogue; the file is read once a process."""
    return checks.load_items()


def items_for(project: Project) -> tuple[ItemRow, ...]:
    """Return all items in catalogue order, judged by the evidence of PROJECT alone; two SQL queries."""
    stored = list(evidence_for(project))
    evidence = [_as_evidence(one) for one in stored]
    jobs = {one.sha256: one.job for one in stored}
    return tuple(_row(item, evidence, jobs) for item in catalogue())


def counts(rows: Iterable[ItemRow]) -> dict[State, int]:
    """Return how many items are in each state, none left out."""
    counted = Counter(row.state for row in rows)
    return {state: counted[state] for state in State}


def by_group(rows: Iterable[ItemRow]) -> dict[Group, list[ItemRow]]:
    """Return the rows by group in the order of the page, without empty groups."""
    groups: dict[Group, list[ItemRow]] = {}
    for row in rows:
        groups.setdefault(row.item.group, []).append(row)
    return {group: groups[group] for group in Group if group in groups}


def _as_evidence(stored: StoredEvidence) -> checks.Evidence:
    """Return what the hashed document itself says; once it was changed, nothing in it is believed."""
    intact = stored.found_sha256 == stored.sha256
    said = stored.content if intact else {}
    return checks.Evidence(
        kind=stored.kind,
        verdict=said.get("verdict", stored.verdict),
        rehearsal=said.get("rehearsal", stored.rehearsal),
        sha256=stored.sha256,
        found_sha256=stored.found_sha256,
        measured_on=spelled_out_in(said.get("measured_on", stored.measured_on)),
        values=said.get("data", {}),
    )


def _row(item: Item, evidence: Iterable[checks.Evidence], jobs: Mapping[str, Job]) -> ItemRow:
    judgement = checks.judge(item, evidence)
    counted = [EvidenceRow(one, jobs[one.sha256]) for one in judgement.counted]
    aside = [EvidenceRow(a.evidence, jobs[a.evidence.sha256], a.reason) for a in judgement.set_aside]
    return ItemRow(item, judgement.state, judgement.reason, tuple(counted + aside))
