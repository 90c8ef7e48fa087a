"""Rebuilds a report from a scan document that satisfies its schema."""

from __future__ import annotations

import msgspec

from migration_engine.export.document_schema import Document, refuse_other_versions, validate
from migration_engine.model import (
    Component,
    Confidence,
    Counts,
    Coupling,
    Coverage,
    Edge,
    EdgeKind,
    EffortClass,
    FactKind,
    Finding,
    FindingStatus,
    Layer,
    LayerVote,
    LooseEnd,
    LoosePackage,
    ModelFact,
    OperatorUse,
    Replacement,
    Rule,
    RuleFailure,
    RuleKind,
    RuleSet,
    ScanReport,
    Skipped,
    Source,
    SourceFile,
    Span,
    TreeScan,
)
from migration_engine.text import Text

# A report holds hundreds of thousands of these: asking the enumeration by value takes five times as long.
_LAYERS, _COUPLINGS = {one.value: one for one in Layer}, {one.value: one for one in Coupling}
_STATUSES = {one.value: one for one in FindingStatus}
_CONFIDENCES, _EDGE_KINDS = {one.value: one for one in Confidence}, {one.value: one for one in EdgeKind}


def from_document(document: Document) -> ScanReport:
    """The report. Raises DocumentInvalid. Patterns of rules and outside imports do not travel."""
    validate(document)
    return from_checked(document)


def from_kept(document: Document) -> ScanReport:
    """The report of a document that was checked before it was kept.

    Raises DocumentInvalid when another version of the schema was in force then.
    """
    refuse_other_versions(document)
    return from_checked(document)


def from_checked(document: Document) -> ScanReport:
    """The report of a document that `validate` has accepted."""
    rules = tuple(rule_from(one) for one in document["rules"])
    scan = TreeScan(
        source=Source(**document["source"]),
        files=msgspec.convert(document["files"], tuple[SourceFile, ...]),
        findings=tuple(_finding(one) for one in document["findings"]),
        edges=tuple(_edge(one) for one in document["edges"]),
        coverage=coverage_from(document["coverage"]),
        facts=tuple(_fact(one) for one in document.get("model_facts", ())),
        operators=tuple(
            _operator(one["name"], place) for one in document.get("operators", ()) for place in one["places"]
        ),
        packages=tuple(
            LoosePackage(**one | {"end": LooseEnd(one["end"])}) for one in document.get("packages", ())
        ),
        ruleset=RuleSet(rules, document["tool"]["rules_version"]),
    )
    components = tuple(_component(one) for one in document["components"])
    return ScanReport(scan, components, document["started_at"], document["duration_s"])


def rule_from(entry: Document) -> Rule:
    """The rule of one entry of `rules`, without what it looks for: documents do not carry that."""
    return Rule(
        id=entry["id"],
        title=Text(**entry["title"]),
        why=Text(**entry["why"]),
        layer=Layer(entry["layer"]),
        coupling=Coupling(entry["coupling"]),
        kind=RuleKind(entry["kind"]),
        effort=EffortClass(entry["effort"]),
        replacement=_replacement(entry["replacement"]),
        match={},
        validate=tuple(entry["validate"]),
    )


def _replacement(entry: Document) -> Replacement:
    table = {symbol: _text(one) for symbol, one in entry["table"].items()}
    return Replacement(**entry | {"what": Text(**entry["what"]), "table": table})


def _text(told: str | Document) -> Text:
    """A text in both languages, or a name that they share."""
    return Text(told, told) if isinstance(told, str) else Text(**told)


def _finding(entry: Document) -> Finding:
    return Finding(
        id=entry["id"],
        fingerprint=entry["fingerprint"],
        rule=entry["rule"],
        path=entry["path"],
        span=Span(entry["line"], entry["end_line"], entry["column"], entry["end_column"]),
        symbol=entry["symbol"],
        binds_layer=_LAYERS[entry["binds_layer"]],
        coupling=_COUPLINGS[entry["coupling"]],
        status=_STATUSES[entry["status"]],
        confidence=_CONFIDENCES[entry["confidence"]],
        handled_by=entry.get("handled_by", ""),
        snippet=entry.get("snippet", ""),
    )


def _edge(entry: Document) -> Edge:
    sure = _CONFIDENCES[entry["confidence"]] if "confidence" in entry else Confidence.CERTAIN
    return Edge(entry["from"], entry["to"], _EDGE_KINDS[entry["kind"]], entry["line"], sure)


def _fact(entry: Document) -> ModelFact:
    return ModelFact(
        kind=FactKind(entry["kind"]),
        value=entry["value"],
        path=entry["path"],
        line=entry["line"],
        confidence=Confidence(entry["confidence"]),
    )


def _operator(name: str, place: Document) -> OperatorUse:
    sure = Confidence(place["confidence"])
    return OperatorUse(name, place["path"], place["line"], place["count"], sure)


def coverage_from(entry: Document) -> Coverage:
    """What `coverage` of a document tells."""
    return Coverage(
        files_total=entry["files_total"],
        files_scanned=entry["files_scanned"],
        skipped=tuple(Skipped(**one) for one in entry["skipped"]),
        rules_run=entry["rules_run"],
        rules_failed=tuple(RuleFailure(**one) for one in entry["rules_failed"]),
        truncated=tuple(entry["truncated"]),
        collisions=tuple(Skipped(**one) for one in entry.get("collisions", ())),
        rules=tuple(entry.get("rules", ())),
    )


def _component(entry: Document) -> Component:
    votes = tuple(
        LayerVote(Layer(vote["layer"]), vote["weight"], vote["reason"]) for vote in entry["layer_votes"]
    )
    return Component(
        id=entry["id"],
        name=entry["name"],
        paths=tuple(entry["paths"]),
        layer=Layer(entry["layer"]),
        layer_votes=votes,
        coupling=Coupling(entry["coupling"]),
        counts=Counts(**entry["counts"]),
        files=entry["files"],
        lines=entry["lines"],
    )
