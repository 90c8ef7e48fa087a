"""Compares the findings of two scans by fingerprint; what nobody looked for again is not gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from migration_engine.changes.identity import Trace, followed
from migration_engine.changes.unchecked import Unchecked
from migration_engine.model import Finding, RuleKind, ScanReport


class ChangeKind(StrEnum):
    """What became of a finding. `moved`: another line or file; `changed`: another status or coupling."""

    NEW = "new"
    GONE = "gone"
    MOVED = "moved"
    CHANGED = "changed"
    NOT_CHECKED = "not checked"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Change:
    """One finding in the older scan, the newer one, or both. `why` says why it was not checked again."""

    kind: ChangeKind
    old: Finding | None
    new: Finding | None
    why: str = ""

    @property
    def finding(self) -> Finding:
        """The finding as the newer scan has it, else as the older one had it."""
        found = self.new or self.old
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class Changes:
    """Every change in the order of paths. `rules_differ`: gone and new may be the rules' doing."""

    changes: tuple[Change, ...]
    rules_differ: bool

    def of(self, *kinds: ChangeKind) -> tuple[Change, ...]:
        """The changes of these kinds."""
        return tuple(one for one in self.changes if one.kind in kinds)

    @property
    def counts(self) -> Mapping[ChangeKind, int]:
        """How many there are of each kind; every kind is there."""
        counted = Counter(one.kind for one in self.changes)
        return {kind: counted[kind] for kind in ChangeKind}


def compare(old: ScanReport, new: ScanReport) -> Changes:
    """All findings of both scans, each once. News that bind nothing are left out."""
    before, after = _by_print(old), _by_print(new)
    both = [_both(before[key], after[key]) for key in before.keys() & after.keys()]
    left = [finding for key, finding in before.items() if key not in after]
    come = [finding for key, finding in after.items() if key not in before]
    was, now = _hashes(old), _hashes(new)
    met = followed(_traces(left, was), _traces(come, now), was, now)
    unchecked = Unchecked.between(old.scan, new.scan)
    gone = [_gone(one, unchecked) for one in left if one.fingerprint not in met]
    arrived = set(met.values())
    fresh = [Change(ChangeKind.NEW, None, one) for one in come if one.fingerprint not in arrived]
    pairs = [_both(before[key], after[other]) for key, other in met.items()]
    found = sorted((*both, *pairs, *gone, *fresh), key=_place)
    return Changes(tuple(found), old.scan.ruleset.version != new.scan.ruleset.version)


def _by_print(report: ScanReport) -> dict[str, Finding]:
    news = {rule.id for rule in report.scan.ruleset.rules if rule.kind is RuleKind.INFORMATION}
    return {one.fingerprint: one for one in report.scan.findings if one.rule not in news}


def _both(old: Finding, new: Finding) -> Change:
    if (old.status, old.coupling, old.binds_layer) != (new.status, new.coupling, new.binds_layer):
        return Change(ChangeKind.CHANGED, old, new)
    stayed = (old.path, old.span.line) == (new.path, new.span.line)
    return Change(ChangeKind.SAME if stayed else ChangeKind.MOVED, old, new)


def _hashes(report: ScanReport) -> dict[str, str]:
    return {file.path: file.hash for file in report.scan.files}


def _traces(findings: Iterable[Finding], hashes: Mapping[str, str]) -> Iterator[Trace]:
    for one in findings:
        place = (one.path, one.symbol, one.span.line, one.span.column, hashes.get(one.path, ""))
        yield Trace(one.fingerprint, one.rule, *place)


def _gone(finding: Finding, unchecked: Unchecked) -> Change:
    why = unchecked.why(finding.rule, finding.path)
    return Change(ChangeKind.NOT_CHECKED if why else ChangeKind.GONE, finding, None, why)


def _place(change: Change) -> tuple[str, int, int, str, str]:
    one = change.finding
    return one.path, one.span.line, one.span.column, one.rule, one.fingerprint
