"""The rows of a scan by COPY: the ORM's bulk_create would take longer than the scan itself."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from apps.core.copying import NOTHING, copy_rows, copy_text
from apps.scans.models import Component, Finding, SourceFile
from apps.scans.services.identity import Recognised
from migration_engine import model
from migration_engine.model import ScanReport

_COMPONENT = (
    *("scan_id", "key", "name", "paths", "layer", "layer_votes", "coupling"),
    *("strong", "weak", "handled", "debt", "files", "lines"),
)
_FILE = ("scan_id", "component_id", "path", "language", "role", "hash", "bytes", "lines")
_FINDING = (
    *("scan_id", "component_id", "layer", "path", "kind", "key", "fingerprint", "rule"),
    *("line", "end_line", "column", "end_column", "symbol", "binds_layer", "coupling"),
    *("status", "confidence", "handled_by", "snippet", "rank", "identity", "change"),
)
_RANKS = {
    (status, coupling): number
    for number, (status, coupling) in enumerate(
        (status, coupling) for status in model.FindingStatus for coupling in model.Coupling
    )
}


def write_rows(scan_id: int, report: ScanReport, known: Recognised) -> None:
    """Write components, files and findings inside the caller's transaction."""
    copy_rows(Component, _COMPONENT, _components(scan_id, report.components))
    ids = dict(Component.objects.filter(scan_id=scan_id).values_list("key", "pk"))
    copy_rows(SourceFile, _FILE, _files(scan_id, report.scan.files, ids))
    copy_rows(Finding, _FINDING, _findings(scan_id, report, known, ids))


def _components(scan_id: int, components: Iterable[model.Component]) -> Iterator[str]:
    for one in components:
        votes = [
            {"layer": vote.layer, "weight": vote.weight, "reason": vote.reason} for vote in one.layer_votes
        ]
        counts = one.counts
        yield (
            f"{scan_id}\t{copy_text(one.id)}\t{copy_text(one.name)}\t{copy_text(json.dumps(one.paths))}\t{one.layer}"
            f"\t{copy_text(json.dumps(votes))}\t{one.coupling}\t{counts.strong}\t{counts.weak}"
            f"\t{counts.handled}\t{counts.debt}\t{one.files}\t{one.lines}\n"
        )


def _files(scan_id: int, files: Iterable[model.SourceFile], ids: dict[str, int]) -> Iterator[str]:
    for one in files:
        yield (
            f"{scan_id}\t{ids.get(one.component, NOTHING)}\t{copy_text(one.path)}\t{copy_text(one.language)}"
            f"\t{one.role}\t{copy_text(one.hash)}\t{one.bytes}\t{one.lines}\n"
        )


def _findings(scan_id: int, report: ScanReport, known: Recognised, ids: dict[str, int]) -> Iterator[str]:
    layers = {component.id: component.layer.value for component in report.components}
    places = {
        file.path: f"{scan_id}\t{ids.get(file.component, NOTHING)}\t{layers.get(file.component, '')}"
        f"\t{copy_text(file.path)}"
        for file in report.scan.files
    }
    kinds = {rule.id: rule.kind.value for rule in report.scan.ruleset.rules}
    for one in report.scan.findings:
        span, mark, rank = one.span, one.fingerprint, _RANKS[one.status, one.coupling]
        yield (
            f"{places[one.path]}\t{kinds.get(one.rule, '')}\t{copy_text(one.id)}\t{copy_text(mark)}"
            f"\t{copy_text(one.rule)}\t{span.line}\t{span.end_line}\t{span.column}\t{span.end_column}"
            f"\t{copy_text(one.symbol)}\t{one.binds_layer}\t{one.coupling}\t{one.status}\t{one.confidence}"
            f"\t{copy_text(one.handled_by)}\t{copy_text(one.snippet)}\t{rank}"
            f"\t{copy_text(known.identities[mark])}\t{known.changes.get(mark, '')}\n"
        )
