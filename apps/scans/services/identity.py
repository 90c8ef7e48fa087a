"""Recognises the findings of a new scan in those before, so that what people said about one stays with it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from apps.scans.models import Change, Finding, Scan, SourceFile
from migration_engine import model
from migration_engine.changes import Trace, Unchecked, followed
from migration_engine.export.document_reader import coverage_from
from migration_engine.model import RuleKind, ScanReport

FIXED, NOT_CHECKED = "fixed", "not_checked"


@dataclass(frozen=True, slots=True)
class Known:
    """A finding of the scan before."""

    fingerprint: str
    rule: str
    path: str
    symbol: str
    line: int
    column: int
    identity: str
    status: str
    coupling: str
    binds_layer: str


@dataclass(frozen=True, slots=True)
class Recognised:
    """Identity and change of every finding by fingerprint, and how many there are of each change."""

    before: Scan | None
    identities: Mapping[str, str]
    changes: Mapping[str, str]
    counts: Mapping[str, int]


def recognise(scan: Scan, branch: str, report: ScanReport) -> Recognised:
    """Compare a report that is about to be recorded with the scan before it."""
    before = scan_before(scan, branch)
    fresh = {one.fingerprint: one for one in report.scan.findings}
    if before is None:
        return Recognised(None, {key: key for key in fresh}, {}, {})
    known = {one.fingerprint: one for one in _known(before)}
    met = _met(before, report, known, fresh)
    identities = {key: known[old].identity for key, old in met.items()}
    changes = {key: _change(known[old], fresh[key]) for key, old in met.items()}
    earlier = _earlier(scan, before, branch, [one for key, one in fresh.items() if key not in met])
    taken = set(identities.values())
    for key in fresh.keys() - met.keys():
        identity, change = earlier.get(key, (key, Change.NEW))
        # Another finding may have taken this fingerprint along as its identity when its file was renamed.
        changes[key] = Change.NEW if identity in taken else change
        identities[key] = _free(identity, taken, scan.number)
        taken.add(identities[key])
    return Recognised(before, identities, changes, _counts(before, report, known, changes, met))


def scan_before(scan: Scan, branch: str) -> Scan | None:
    """Return the last finished scan of the same branch, else of the project's branch, else of any."""
    earlier = Scan.objects.of(scan.project).succeeded().filter(number__lt=scan.number)
    return earlier.filter(branch=branch).first() or earlier.of_project_branch().first() or earlier.first()


def _known(scan: Scan) -> Iterator[Known]:
    fields = tuple(Known.__dataclass_fields__)
    for row in Finding.objects.filter(scan=scan).values_list(*fields):
        yield Known(*row)


def _met(
    before: Scan, report: ScanReport, known: Mapping[str, Known], fresh: Mapping[str, model.Finding]
) -> dict[str, str]:
    """The old fingerprint by the new one."""
    met = {key: key for key in fresh.keys() & known.keys()}
    left = [one for key, one in known.items() if key not in fresh]
    come = [one for key, one in fresh.items() if key not in known]
    if left and come:
        was = dict(SourceFile.objects.filter(scan=before).values_list("path", "hash"))
        now = {file.path: file.hash for file in report.scan.files}
        old = (Trace(*_place(one), one.line, one.column, was.get(one.path, "")) for one in left)
        new = (Trace(*_place(one), one.span.line, one.span.column, now.get(one.path, "")) for one in come)
        met |= {after: earlier for earlier, after in followed(old, new, was, now).items()}
    return met


def _place(one: Known | model.Finding) -> tuple[str, str, str, str]:
    return one.fingerprint, one.rule, one.path, one.symbol


def _change(old: Known, new: model.Finding) -> str:
    if (old.status, old.coupling, old.binds_layer) != (new.status, new.coupling, new.binds_layer):
        return Change.CHANGED
    return Change.SAME if (old.path, old.line) == (new.path, new.span.line) else Change.MOVED


def _earlier(
    scan: Scan, before: Scan, branch: str, come: Iterable[model.Finding]
) -> dict[str, tuple[str, str]]:
    """Identity and change of findings that a scan before the last one held: they came back, unless nobody
    had looked for them in between."""
    scans = list(Scan.objects.of(scan.project).succeeded().filter(number__lt=before.number, branch=branch))
    found: dict[str, tuple[str, str]] = {}
    missing = {one.fingerprint: one for one in come}
    between = [before]
    for older in scans if missing else ():
        rows = Finding.objects.filter(scan=older, fingerprint__in=list(missing))
        for fingerprint, identity, rule, path in rows.values_list("fingerprint", "identity", "rule", "path"):
            looked = any(not _unchecked(older, one).why(rule, path) for one in between)
            found[fingerprint] = identity, Change.RETURNED if looked else Change.SAME
            del missing[fingerprint]
        between.append(older)
    return found


def _unchecked(old: Scan, new: Scan) -> Unchecked:
    hit = frozenset(rule["id"] for rule in new.rules)
    same = old.rules_version == new.rules_version
    return Unchecked.of(coverage_from(old.coverage), coverage_from(new.coverage), hit, same_rules=same)


def _free(identity: str, taken: set[str], number: int) -> str:
    return (
        hashlib.sha256(f"{identity}\0{number}".encode()).hexdigest()[:32] if identity in taken else identity
    )


def _counts(
    before: Scan,
    report: ScanReport,
    known: Mapping[str, Known],
    changes: Mapping[str, str],
    met: Mapping[str, str],
) -> dict[str, int]:
    """How many of each; news that bind nothing are left out."""
    rules = {rule.id: rule.kind for rule in report.scan.ruleset.rules}
    news = {rule["id"] for rule in before.rules if rule.get("kind") == RuleKind.INFORMATION}
    news |= {name for name, kind in rules.items() if kind is RuleKind.INFORMATION}
    counted = Counter(changes[one.fingerprint] for one in report.scan.findings if one.rule not in news)
    held = set(met.values())
    unchecked = Unchecked.of(
        coverage_from(before.coverage),
        report.scan.coverage,
        frozenset(rules),
        same_rules=before.rules_version == report.scan.ruleset.version,
    )
    gone = [one for key, one in known.items() if key not in held and one.rule not in news]
    missed = sum(bool(unchecked.why(one.rule, one.path)) for one in gone)
    return {change.value: counted[change] for change in Change} | {
        FIXED: len(gone) - missed,
        NOT_CHECKED: missed,
    }
