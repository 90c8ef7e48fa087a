"""How tightly files and components bind, counted from the findings that still ask for something."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from migration_engine.model import Counts, Coupling, Finding, FindingStatus, RuleKind, TreeScan
from migration_engine.scan.handled.other_platforms import is_for_another_platform

_OPEN, _HANDLED = FindingStatus.OPEN, FindingStatus.HANDLED
_COUNTED = (_OPEN, _HANDLED)
_BINDS = RuleKind.COUPLING


def counts_by_file(scan: TreeScan) -> Mapping[str, Counts]:
    """Counts of every file that has findings that count; doc, test and vendored ones never do.

    Nor do files for other chips and systems: they are handled, yet nobody made them aware of an NPU.
    """
    kinds = {rule.id: rule.kind for rule in scan.ruleset.rules}
    grouped: dict[str, list[Finding]] = defaultdict(list)
    for finding in scan.findings:
        if finding.status in _COUNTED:
            grouped[finding.path].append(finding)
    return {
        path: _counts(found, kinds) for path, found in grouped.items() if not is_for_another_platform(path)
    }


def couplings_by_file(scan: TreeScan) -> Mapping[str, Coupling]:
    """The coupling of every file that has findings that count."""
    return {path: coupling_of(counts) for path, counts in counts_by_file(scan).items()}


def added(counts: Iterable[Counts]) -> Counts:
    every = tuple(counts)
    return Counts(
        strong=sum(one.strong for one in every),
        weak=sum(one.weak for one in every),
        handled=sum(one.handled for one in every),
        debt=sum(one.debt for one in every),
    )


def coupling_of(counts: Counts) -> Coupling:
    """One open strong finding makes the whole strong, however much of it is handled."""
    if counts.strong:
        return Coupling.STRONG
    return Coupling.WEAK if counts.weak else Coupling.NONE


def _counts(findings: list[Finding], kinds: Mapping[str, RuleKind]) -> Counts:
    tally = Counter((kinds.get(one.rule, _BINDS), one.status, one.coupling) for one in findings)
    handled = sum(n for (kind, status, _), n in tally.items() if (kind, status) == (_BINDS, _HANDLED))
    debt = sum(n for (kind, status, _), n in tally.items() if (kind, status) == (RuleKind.DEBT, _OPEN))
    return Counts(
        strong=tally[_BINDS, _OPEN, Coupling.STRONG],
        weak=tally[_BINDS, _OPEN, Coupling.WEAK],
        handled=handled,
        debt=debt,
    )
