"""Findings that somebody changed while a page was open: what it had shown, and what stands there now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.utils.dateparse import parse_date

from apps.coupling.models import Triage, TriageStep
from apps.coupling.seen import Seen
from apps.scans.models import Finding, Scan
from apps.scans.wording import words_by_rule

MOST = 20


@dataclass(frozen=True, slots=True)
class Word:
    """A decision as it stood; without a status nobody had decided."""

    status: str = ""
    owner: str = ""
    note: str = ""
    reason: str = ""
    until: Any = None


@dataclass(frozen=True, slots=True)
class Clash:
    """One finding, what the page had shown of it, what stands now, and who set that when."""

    row: Finding
    title: str
    was: Word
    now: Word
    by: str
    at: datetime


def clashes_of(scan: Scan, seen: Seen, identities: Sequence[str]) -> tuple[Clash, ...]:
    """Return the clashes on these findings of the scan, the first MOST by place."""
    rows = Finding.objects.filter(scan=scan, identity__in=list(identities)).order_by("path", "line")[:MOST]
    shown = list(rows)
    those = [row.identity for row in shown]
    mine = TriageStep.objects.filter(identity__in=those)
    steps = list(mine.filter(change__in=seen.since(scan)).select_related("change").order_by("pk"))
    said = {one.identity: one for one in Triage.objects.of(scan).filter(identity__in=those)}
    people = dict(User.objects.filter(memberships__project=scan.project_id).values_list("pk", "username"))
    titles = {rule: words.title for rule, words in words_by_rule(scan.rules).items()}
    return tuple(
        _clash(row, titles.get(row.rule, row.rule), seen, own, said.get(row.identity), people)
        for row in shown
        if (own := [step for step in steps if step.identity == row.identity])
    )


def _clash(
    row: Finding,
    title: str,
    seen: Seen,
    steps: Sequence[TriageStep],
    said: Triage | None,
    people: Mapping[int, str],
) -> Clash:
    first, last = steps[0], steps[-1].change
    was = _before(first, people) if first.change_id > seen.newest else _set_by(first)
    by, at = (last.undone_by, last.undone_at) if last.undone_at else (last.actor, last.made_at)
    now = _stands(said, people) if said else Word()
    return Clash(row, title, was, now, by, at)


def _before(step: TriageStep, people: Mapping[int, str]) -> Word:
    held = step.before or {}
    return Word(
        status=held.get("status", ""),
        owner=people.get(held.get("owner_id") or 0, ""),
        note=held.get("note", ""),
        reason=held.get("reason", ""),
        until=parse_date(held["until"]) if held.get("until") else None,
    )


def _set_by(step: TriageStep) -> Word:
    """What an act had set that was taken back since then."""
    told = step.change.what
    until = parse_date(told["until"]) if told.get("until") else None
    texts = {name: str(told.get(name) or "") for name in ("status", "owner", "note", "reason")}
    return Word(**texts, until=until)


def _stands(said: Triage, people: Mapping[int, str]) -> Word:
    return Word(said.status, people.get(said.owner_id or 0, ""), said.note, said.reason, said.until)
