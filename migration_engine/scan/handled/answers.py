"""Places that a function of another module serves: it knows NPUs, and its answer decides who gets there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from migration_engine.model import Edge, EdgeKind, Finding, FindingStatus, RuleSet, Span
from migration_engine.rules.vocabulary import Sighting
from migration_engine.scan.one_file import FileScan
from migration_engine.scan.sighting import PICKER, QUESTION
from migration_engine.value import Value


class Helper(Value, frozen=True):
    """A function that knows NPUs, with the line on which it names one."""

    kind: str
    path: str
    line: int


def with_answers(
    findings: Sequence[Finding], scans: Sequence[FileScan], edges: Iterable[Edge], ruleset: RuleSet
) -> tuple[Finding, ...]:
    """The findings, with those that such a function serves marked as handled by its line."""
    helpers = _helpers(scans)
    if not helpers:
        return tuple(findings)
    asking = {(scan.file.path, span): asks for scan in scans for span, asks in scan.asking.items()}
    named = {rule.id for rule in ruleset.rules if Sighting.HELPER in rule.match}
    reached = _Reached(scans, edges)
    return tuple(_served(finding, helpers, asking, named, reached) for finding in findings)


def _helpers(scans: Iterable[FileScan]) -> Mapping[str, list[Helper]]:
    helpers: dict[str, list[Helper]] = defaultdict(list)
    for scan in scans:
        for offer in scan.offers:
            if offer.kind in (QUESTION, PICKER):
                helpers[offer.name].append(Helper(offer.kind, scan.file.path, offer.line))
    return helpers


class _Reached:
    """Which names a file takes from which files."""

    def __init__(self, scans: Iterable[FileScan], edges: Iterable[Edge]) -> None:
        self._links = {scan.file.path: scan.links for scan in scans}
        self._targets: dict[str, set[str]] = defaultdict(set)
        for edge in edges:
            if edge.kind is EdgeKind.IMPORT:
                self._targets[edge.source].add(edge.target)

    def choose(self, path: str, name: str, helpers: Sequence[Helper]) -> Helper | None:
        """The helper that the file means by the name: its own, or one that it imports."""
        if own := next((one for one in helpers if one.path == path), None):
            return own
        links = self._links.get(path, ())
        if not any(name in link.names for link in links if link.kind is EdgeKind.IMPORT):
            return None
        direct = self._targets[path]
        near = direct.union(*(self._targets[target] for target in direct))  # a package hands names on
        return next((one for one in helpers if one.path in near), None)


def _served(
    finding: Finding,
    helpers: Mapping[str, list[Helper]],
    asking: Mapping[tuple[str, Span], str],
    named: set[str],
    reached: _Reached,
) -> Finding:
    if finding.status is not FindingStatus.OPEN:
        return finding
    asked = asking.get((finding.path, finding.span), "")
    name = asked.removesuffix("==")
    kind = PICKER if asked.endswith("==") else QUESTION
    candidates = [one for one in helpers.get(name, ()) if one.kind == kind]
    if not candidates and finding.rule in named:
        name = finding.symbol.rpartition(".")[2]
        candidates = helpers.get(name, [])
    helper = reached.choose(finding.path, name, candidates) if candidates else None
    if helper is None:
        return finding
    return replace(finding, status=FindingStatus.HANDLED, handled_by=f"{helper.path}:{helper.line}")
