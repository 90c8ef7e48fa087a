"""The numbers of a scan that lists and page heads show, counted once when it is recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from migration_engine.coupling import added
from migration_engine.model import Coupling, FileRole, Finding, FindingStatus, RuleKind, ScanReport


def counts_of(report: ScanReport) -> dict[str, int]:
    """Return every number under a name that templates can read."""
    scan = report.scan
    return {
        "files": len(scan.files),
        "edges": len(scan.edges),
        "components": len(report.components),
        "findings": len(scan.findings),
        **_by_status(scan.findings),
        **_open_by_coupling(report),
        **_npu_aware(report),
        **_files_by_coupling(report),
        **_files_by_role(report),
    }


def _by_status(findings: Iterable[Finding]) -> dict[str, int]:
    counted = Counter(finding.status for finding in findings)
    return {status.value: counted[status] for status in FindingStatus}


def _open_by_coupling(report: ScanReport) -> dict[str, int]:
    kinds = {rule.id: rule.kind for rule in report.scan.ruleset.rules}
    open_ones = [finding for finding in report.scan.findings if finding.status is FindingStatus.OPEN]
    binding = Counter(f.coupling for f in open_ones if kinds.get(f.rule) is RuleKind.COUPLING)
    debt = sum(kinds.get(finding.rule) is RuleKind.DEBT for finding in open_ones)
    return {"strong": binding[Coupling.STRONG], "weak": binding[Coupling.WEAK], "debt": debt}


def _npu_aware(report: ScanReport) -> dict[str, int]:
    """`aware` of `places` work on an NPU already; tests, documents and third-party code are apart."""
    totals = added(component.counts for component in report.components)
    return {"aware": totals.handled, "places": totals.places}


def _files_by_coupling(report: ScanReport) -> dict[str, int]:
    """Count the files by their tightest open finding; a file with none is `none`."""
    kinds = {rule.id: rule.kind for rule in report.scan.ruleset.rules}
    tightest: dict[str, Coupling] = {}
    for finding in report.scan.findings:
        binds = finding.status is FindingStatus.OPEN and kinds.get(finding.rule) is RuleKind.COUPLING
        if binds and tightest.get(finding.path) is not Coupling.STRONG:
            tightest[finding.path] = finding.coupling
    counted = Counter(tightest.values())
    strong, weak = counted[Coupling.STRONG], counted[Coupling.WEAK]
    none = len(report.scan.files) - strong - weak
    return {"files_strong": strong, "files_weak": weak, "files_none": none}


def _files_by_role(report: ScanReport) -> dict[str, int]:
    counted = Counter(file.role for file in report.scan.files)
    return {f"files_{role.value}": counted[role] for role in FileRole}
