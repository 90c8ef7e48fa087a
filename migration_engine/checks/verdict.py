"""Judges one checklist item from the evidence at hand: a pure function that never flatters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from migration_engine.checks import reasons
from migration_engine.checks.condition import holds
from migration_engine.checks.item import Item
from migration_engine.protocol import DeviceKind, Verdict
from migration_engine.protocol.canonical import Json
from migration_engine.text import Text


class State(StrEnum):
    """Where an item stands. Only `proven` is green, and only an NPU measurement makes it so."""

    PROVEN = "proven"
    FAILED = "failed"
    REHEARSED = "rehearsed"
    UNPROVEN = "unproven"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One accepted result. `sha256` was written at receipt, `found_sha256` is of what is stored now."""

    kind: str
    verdict: str
    rehearsal: bool
    sha256: str
    found_sha256: str
    measured_on: Mapping[str, str]
    values: Mapping[str, Json]

    @property
    def on_npu(self) -> bool:
        """Two marks must agree before a result counts as an NPU measurement."""
        return not self.rehearsal and self.measured_on.get("device_kind") == DeviceKind.NPU


@dataclass(frozen=True, slots=True)
class SetAside:
    """Evidence that does not count for the item, and why."""

    evidence: Evidence
    reason: Text


@dataclass(frozen=True, slots=True)
class Judgement:
    """The state of one item with its reason and with every piece of evidence that was looked at."""

    state: State
    reason: Text
    counted: tuple[Evidence, ...] = ()
    set_aside: tuple[SetAside, ...] = ()


def judge(item: Item, evidence: Iterable[Evidence]) -> Judgement:
    """Return where the item stands; `evidence` comes oldest first and may be about other items.

    A newer result of the same machine replaces its older one. Failed evidence beats all other; a failed
    rehearsal counts only while no NPU has been measured.
    """
    if not item.job_kind:
        return Judgement(State.UNPROVEN, reasons.NO_JOB_KIND)
    counted: dict[tuple[str, str], Evidence] = {}
    set_aside: list[SetAside] = []
    for one in (e for e in evidence if e.kind == item.job_kind):
        if reason := _why_not(item, one):
            set_aside.append(SetAside(one, reason))
            continue
        if older := counted.pop(_machine(one), None):
            set_aside.append(SetAside(older, reasons.REPLACED))
        counted[_machine(one)] = one
    return _concluded(item, tuple(counted.values()), tuple(set_aside))


def _why_not(item: Item, evidence: Evidence) -> Text | None:
    """Return why the evidence says nothing about the item, or None when it counts."""
    if evidence.sha256 != evidence.found_sha256:
        return reasons.hash_differs(evidence.sha256)
    if evidence.verdict == Verdict.ERRORED:
        return reasons.ERRORED
    for condition in item.applies_when:
        if not holds(condition, evidence.values):
            return reasons.not_about(condition)
    for limit in item.limits if evidence.on_npu else ():
        if holds(limit, evidence.values) is None:
            return reasons.value_missing(limit)
    return None


def _concluded(item: Item, counted: tuple[Evidence, ...], aside: tuple[SetAside, ...]) -> Judgement:
    measured = [one for one in counted if one.on_npu]
    failed = [one for one in measured or counted if _says_no(item, one)]
    if failed:
        return Judgement(State.FAILED, reasons.failed(failed[0].on_npu), counted, aside)
    if measured:
        return Judgement(State.PROVEN, reasons.proven(measured[-1].measured_on), counted, aside)
    if counted:
        return Judgement(State.REHEARSED, reasons.rehearsed(counted[-1].measured_on), counted, aside)
    return Judgement(State.UNPROVEN, reasons.NONE_COUNTS if aside else reasons.NO_EVIDENCE, counted, aside)


def _says_no(item: Item, evidence: Evidence) -> bool:
    """The limits are about an NPU: a rehearsal says no only when its job did."""
    if evidence.verdict != Verdict.SUCCEEDED:
        return True
    return evidence.on_npu and not all(holds(limit, evidence.values) for limit in item.limits)


def _machine(evidence: Evidence) -> tuple[str, str]:
    return evidence.measured_on.get("host", ""), evidence.measured_on.get("device_kind", "")
