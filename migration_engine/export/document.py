"""The scan document: a report as plain JSON values, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import starmap

from msgspec.structs import asdict

from migration_engine import __version__
from migration_engine.coupling.couplings import added
from migration_engine.export.document_reader import from_document
from migration_engine.export.document_schema import SCHEMA_VERSION, Document, validate
from migration_engine.model import (
    Component,
    Confidence,
    Coverage,
    Edge,
    Finding,
    LoosePackage,
    ModelFact,
    OperatorUse,
    Rule,
    ScanReport,
    Source,
    SourceFile,
)
from migration_engine.text import Text

__all__ = [
    "SCHEMA_VERSION",
    "Document",
    "document_members",
    "from_document",
    "to_document",
    "validate",
]


def to_document(report: ScanReport) -> Document:
    """The report with the keys of the published schema, everything in a fixed order."""
    return {
        key: list(value) if isinstance(value, Iterator) else value for key, value in document_members(report)
    }


def document_members(report: ScanReport) -> Iterator[tuple[str, object]]:
    """The keys of the document, each with its value; the items of a list are made when they are asked for."""
    scan = report.scan
    yield "schema_version", SCHEMA_VERSION
    yield "tool", {"name": "npu-migrate", "version": __version__, "rules_version": scan.ruleset.version}
    yield "source", _source(scan.source)
    yield "started_at", report.started_at
    yield "duration_s", report.duration_s
    yield "coverage", _coverage(scan.coverage)
    yield "totals", asdict(added(one.counts for one in report.components))
    yield "rules", map(_rule, _that_hit(scan.ruleset.rules, scan.findings))
    yield "files", map(_file, scan.files)
    yield "components", map(_component, report.components)
    yield "findings", map(_finding, scan.findings)
    yield "edges", map(_edge, scan.edges)
    yield "model_facts", map(_fact, scan.facts)
    yield "operators", starmap(_operator, _by_operator(scan.operators))
    yield "packages", map(_package, scan.packages)


def _that_hit(rules: Iterable[Rule], findings: Iterable[Finding]) -> list[Rule]:
    hit = {finding.rule for finding in findings}
    return [rule for rule in rules if rule.id in hit]


def _source(source: Source) -> Document:
    return {
        "name": source.name,
        "kind": source.kind,
        "revision": source.revision,
        "branch": source.branch,
        "root_hash": source.root_hash,
    }


def _coverage(coverage: Coverage) -> Document:
    return {
        "files_total": coverage.files_total,
        "files_scanned": coverage.files_scanned,
        "skipped": [asdict(one) for one in coverage.skipped],
        "rules_run": coverage.rules_run,
        "rules_failed": [asdict(one) for one in coverage.rules_failed],
        "truncated": list(coverage.truncated),
        "collisions": [asdict(one) for one in coverage.collisions],
        "rules": list(coverage.rules),
    }


def _rule(rule: Rule) -> Document:
    replacement = rule.replacement
    return {
        "id": rule.id,
        "kind": rule.kind.value,
        "title": asdict(rule.title),
        "why": asdict(rule.why),
        "layer": rule.layer.value,
        "coupling": rule.coupling.value,
        "effort": rule.effort.value,
        "replacement": {
            "what": asdict(replacement.what),
            "kind": replacement.kind,
            "verified": replacement.verified,
            "since": replacement.since,
            "source": replacement.source,
            "table": {symbol: _name_or_both(one) for symbol, one in replacement.table.items()},
            "sources": dict(replacement.sources),
        },
        "validate": list(rule.validate),
    }


def _name_or_both(text: Text) -> str | Document:
    """A name that both languages share is written once."""
    return text.en if text.en == text.zh else asdict(text)


def _file(file: SourceFile) -> Document:
    return {
        "path": file.path,
        "language": file.language,
        "bytes": file.bytes,
        "lines": file.lines,
        "hash": file.hash,
        "role": file.role.value,
        "component": file.component,
    }


def _component(component: Component) -> Document:
    votes = [
        {"layer": vote.layer.value, "weight": vote.weight, "reason": vote.reason}
        for vote in component.layer_votes
    ]
    return {
        "id": component.id,
        "name": component.name,
        "paths": list(component.paths),
        "layer": component.layer.value,
        "layer_votes": votes,
        "coupling": component.coupling.value,
        "counts": asdict(component.counts),
        "files": component.files,
        "lines": component.lines,
    }


def _finding(finding: Finding) -> Document:
    span = finding.span
    told = {
        "id": finding.id,
        "fingerprint": finding.fingerprint,
        "rule": finding.rule,
        "path": finding.path,
        "line": span.line,
        "end_line": span.end_line,
        "column": span.column,
        "end_column": span.end_column,
        "symbol": finding.symbol,
        "binds_layer": finding.binds_layer.value,
        "coupling": finding.coupling.value,
        "status": finding.status.value,
        "confidence": finding.confidence.value,
    }
    optional = {"handled_by": finding.handled_by, "snippet": finding.snippet}
    return told | {key: value for key, value in optional.items() if value}


def _edge(edge: Edge) -> Document:
    told = {"from": edge.source, "to": edge.target, "kind": edge.kind.value, "line": edge.line}
    sure = edge.confidence is Confidence.CERTAIN
    return told if sure else told | {"confidence": edge.confidence.value}


def _fact(fact: ModelFact) -> Document:
    return {
        "kind": fact.kind.value,
        "value": fact.value,
        "path": fact.path,
        "line": fact.line,
        "confidence": fact.confidence.value,
    }


def _package(one: LoosePackage) -> Document:
    return {"name": one.name, "end": one.end.value, "path": one.path, "line": one.line}


def _by_operator(uses: Iterable[OperatorUse]) -> list[tuple[str, list[OperatorUse]]]:
    grouped: dict[str, list[OperatorUse]] = {}
    for use in uses:
        grouped.setdefault(use.name, []).append(use)
    return sorted(grouped.items())


def _operator(name: str, uses: Iterable[OperatorUse]) -> Document:
    places = [
        {"path": use.path, "line": use.line, "count": use.count, "confidence": use.confidence.value}
        for use in uses
    ]
    return {"name": name, "places": places}
