"""Limits on what a scan may find, and on what it may find anew: for a pipeline that must stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from migration_engine.changes.compare import ChangeKind, Changes, compare
from migration_engine.model import Coupling, Finding, FindingStatus, RuleKind, ScanReport

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Limits:
    """How many are allowed; None where any number is. Those of `new_…` need an older scan."""

    new_strong: int | None = None
    new_weak: int | None = None
    new_debt: int | None = None
    strong: int | None = None
    weak: int | None = None
    debt: int | None = None
    skipped: int | None = None


@dataclass(frozen=True, slots=True)
class Limit(Generic[Found]):
    """One limit with what counted against it; `found` may be only the first, or none of paths."""

    name: str
    allowed: int
    count: int
    found: tuple[Found, ...]

    @property
    def kept(self) -> bool:
        """Whether the limit was kept."""
        return self.count <= self.allowed


@dataclass(frozen=True, slots=True)
class Verdict:
    """Every limit that was asked for, and the comparison if there was an older scan."""

    limits: tuple[Limit[Finding], ...]
    changes: Changes | None

    @property
    def passed(self) -> bool:
        """Whether every limit was kept."""
        return all(limit.kept for limit in self.limits)


def judge(new: ScanReport, limits: Limits, old: ScanReport | None = None) -> Verdict:
    """Hold a scan against the limits; a finding that was handled and is open again counts as new."""
    changes = compare(old, new) if old else None
    kinds = {rule.id: rule.kind for rule in new.scan.ruleset.rules}
    still = [one for one in new.scan.findings if one.status is FindingStatus.OPEN]
    fresh = _fresh(changes) if changes else []
    found: list[Limit[Finding]] = []
    for name, allowed in _asked(limits):
        tests = _TESTS.get(name.removeprefix("new "))
        if tests is None:
            found.append(Limit(name, allowed, len(new.scan.coverage.skipped), ()))
            continue
        pool = fresh if name.startswith("new ") else still
        counted = tuple(one for one in pool if tests(one, kinds.get(one.rule, RuleKind.COUPLING)))
        found.append(Limit(name, allowed, len(counted), counted))
    return Verdict(tuple(found), changes)


def _fresh(changes: Changes) -> list[Finding]:
    """Open findings that the older scan did not have open."""
    return [
        one.finding
        for one in changes.of(ChangeKind.NEW, ChangeKind.CHANGED)
        if one.finding.status is FindingStatus.OPEN and (one.old is None or _tighter(one.old, one.finding))
    ]


def _tighter(old: Finding, new: Finding) -> bool:
    return old.status is not FindingStatus.OPEN or old.coupling is not new.coupling


def _asked(limits: Limits) -> list[tuple[str, int]]:
    named = {
        "new strong": limits.new_strong,
        "new weak": limits.new_weak,
        "new debt": limits.new_debt,
        "strong": limits.strong,
        "weak": limits.weak,
        "debt": limits.debt,
        "skipped": limits.skipped,
    }
    return [(name, allowed) for name, allowed in named.items() if allowed is not None]


def _binding(coupling: Coupling) -> Callable[[Finding, RuleKind], bool]:
    return lambda one, kind: kind is RuleKind.COUPLING and one.coupling is coupling


_TESTS: dict[str, Callable[[Finding, RuleKind], bool]] = {
    "strong": _binding(Coupling.STRONG),
    "weak": _binding(Coupling.WEAK),
    "debt": lambda one, kind: kind is RuleKind.DEBT,
}
