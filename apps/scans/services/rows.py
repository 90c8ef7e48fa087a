"""The rows of a scan by COPY: the ORM's bulk_create would take longer than the scan itself."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict

from django.db import connection, models

from apps.scans.models import Component, Edge, Finding, SourceFile
from apps.scans.services.identity import Recognised
from migration_engine import model
from migration_engine.model import ScanReport

Value = str | int | None


def write_rows(scan_id: int, report: ScanReport, known: Recognised) -> None:
    """Write components, files, findings and edges inside the caller's transaction."""
    ids = _write_components(scan_id, report.components)
    layers = {component.id: component.layer.value for component in report.components}
    component_of = {file.path: file.component for file in report.scan.files}
    kinds = {rule.id: rule.kind.value for rule in report.scan.ruleset.rules}
    _copy(SourceFile, _FILE, (_file_row(scan_id, file, ids) for file in report.scan.files))
    _copy(Edge, _EDGE, (_edge_row(scan_id, edge) for edge in report.scan.edges))
    _copy(
        Finding,
        _FINDING,
        (
            (
                *(scan_id, ids.get(key), layers.get(key, ""), kinds.get(finding.rule, "")),
                *_finding_row(finding),
                *(known.identities[finding.fingerprint], known.changes.get(finding.fingerprint, "")),
            )
            for finding in report.scan.findings
            for key in (component_of.get(finding.path, ""),)
        ),
    )


_FILE = ("scan_id", "component_id", "path", "language", "role", "hash", "bytes", "lines")
_EDGE = ("scan_id", "source", "target", "kind", "line")
_FINDING = (
    *("scan_id", "component_id", "layer", "kind", "key", "fingerprint", "rule", "path"),
    *("line", "end_line", "column", "end_column", "symbol", "binds_layer", "coupling"),
    *("status", "confidence", "handled_by", "snippet", "rank", "identity", "change"),
)
_STATUSES, _COUPLINGS = tuple(model.FindingStatus), tuple(model.Coupling)
_COMPONENT = (
    *("scan_id", "key", "name", "paths", "layer", "layer_votes", "coupling"),
    *("strong", "weak", "handled", "debt", "files", "lines"),
)


def _write_components(scan_id: int, components: Iterable[model.Component]) -> dict[str, int]:
    """Write the components and return their row ids by component id."""
    _copy(Component, _COMPONENT, (_component_row(scan_id, component) for component in components))
    return dict(Component.objects.filter(scan_id=scan_id).values_list("key", "pk"))


def _component_row(scan_id: int, component: model.Component) -> tuple[Value, ...]:
    counts = component.counts
    votes = json.dumps([asdict(vote) for vote in component.layer_votes])
    return (
        *(scan_id, component.id, component.name, json.dumps(component.paths), component.layer.value, votes),
        *(component.coupling.value, counts.strong, counts.weak, counts.handled, counts.debt),
        *(component.files, component.lines),
    )


def _file_row(scan_id: int, file: model.SourceFile, ids: dict[str, int]) -> tuple[Value, ...]:
    own = (file.path, file.language, file.role.value, file.hash, file.bytes, file.lines)
    return (scan_id, ids.get(file.component), *own)


def _edge_row(scan_id: int, edge: model.Edge) -> tuple[Value, ...]:
    return (scan_id, edge.source, edge.target, edge.kind.value, edge.line)


def _finding_row(finding: model.Finding) -> tuple[Value, ...]:
    span = finding.span
    return (
        *(finding.id, finding.fingerprint, finding.rule, finding.path),
        *(span.line, span.end_line, span.column, span.end_column, finding.symbol),
        *(finding.binds_layer.value, finding.coupling.value, finding.status.value, finding.confidence.value),
        *(finding.handled_by, finding.snippet, _rank(finding)),
    )


def _rank(finding: model.Finding) -> int:
    return _STATUSES.index(finding.status) * len(_COUPLINGS) + _COUPLINGS.index(finding.coupling)


def _copy(table: type[models.Model], columns: tuple[str, ...], rows: Iterable[tuple[Value, ...]]) -> None:
    names = ", ".join(connection.ops.quote_name(column) for column in columns)
    sql = f"COPY {connection.ops.quote_name(table._meta.db_table)} ({names}) FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(sql) as copy:
        for row in rows:
            copy.write_row([storable(value) if isinstance(value, str) else value for value in row])


def storable(text: str) -> str:
    """Return a text without what PostgreSQL cannot hold: NUL, and halves of surrogate pairs."""
    if text.isascii() and "\x00" not in text:
        return text
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()
