"""Programs that call transfer_to_npu: what torch_npu redirects is handled in all they import or start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from migration_engine.model import Edge, EdgeKind, Finding, FindingStatus, RuleSet
from migration_engine.rules.vocabulary import ReplacementKind
from migration_engine.scan.one_file import FileScan


def with_automatic(
    findings: Sequence[Finding], scans: Sequence[FileScan], edges: Sequence[Edge], ruleset: RuleSet
) -> tuple[Finding, ...]:
    """The findings, with those that a reaching program redirects marked as handled by its line."""
    served = _served(scans, edges)
    automatic = {rule.id for rule in ruleset.rules if rule.replacement.kind == ReplacementKind.AUTOMATIC}
    return tuple(
        replace(finding, status=FindingStatus.HANDLED, handled_by=served[finding.path])
        if finding.status is FindingStatus.OPEN and finding.rule in automatic and finding.path in served
        else finding
        for finding in findings
    )


def _served(scans: Sequence[FileScan], edges: Sequence[Edge]) -> Mapping[str, str]:
    """Path -> the path:line of the switch that reaches it."""
    if not any(scan.automatic_from for scan in scans):
        return {}
    imports: dict[str, list[str]] = {}
    for edge in edges:
        if edge.kind in (EdgeKind.IMPORT, EdgeKind.EXEC):
            imports.setdefault(edge.source, []).append(edge.target)
    served: dict[str, str] = {}
    for scan in scans:
        if scan.automatic_from:
            waiting = [scan.file.path]
            while waiting:
                path = waiting.pop()
                if path not in served:
                    served[path] = f"{scan.file.path}:{scan.automatic_from}"
                    waiting.extend(imports.get(path, ()))
    return served
