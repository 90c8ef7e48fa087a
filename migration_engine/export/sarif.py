"""A report as SARIF 2.1.0, the format that code hosts and editors read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import quote

from migration_engine import __version__
from migration_engine.changes import ChangeKind, Changes
from migration_engine.export.rows import FindingRow, rows
from migration_engine.model import Coupling, Finding, FindingStatus, Rule, RuleKind, ScanReport

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_PRINT = "migrationFinding/v1"
_STATES = {
    ChangeKind.NEW: "new",
    ChangeKind.SAME: "unchanged",
    ChangeKind.MOVED: "unchanged",
    ChangeKind.CHANGED: "updated",
}
_LEVELS = {Coupling.STRONG: "error", Coupling.WEAK: "warning", Coupling.NONE: "note"}
_WHY_SUPPRESSED = {
    FindingStatus.HANDLED: "The place is already served on NPU.",
    FindingStatus.DOC: "The place is documentation.",
    FindingStatus.TEST: "The place is a test.",
    FindingStatus.VENDORED: "The place is third-party code kept in the tree.",
}


class Suppressed(NamedTuple):
    """Why people take a finding for settled; `status` is SARIF's: accepted, underReview, rejected."""

    justification: str
    status: str = "accepted"


def to_sarif(
    report: ScanReport, changes: Changes | None = None, said: Mapping[str, Suppressed] | None = None
) -> dict[str, object]:
    """One run. Findings that ask for nothing are there, suppressed, with the reason.

    With changes each result tells whether it is new since the older scan. What people SAID, by fingerprint,
    is suppressed too, and stands before what the scanner concluded.
    """
    states = {one.new.fingerprint: _STATES[one.kind] for one in changes.changes if one.new} if changes else {}
    index = {rule.id: place for place, rule in enumerate(report.scan.ruleset.rules)}
    run: dict[str, object] = {
        "tool": {"driver": _driver(report)},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The root of the scanned tree."}}},
        "invocations": [_invocation(report)],
        "results": [_decided(_since(_result(row, index), states), said or {}) for row in rows(report)],
        "properties": {"rootHash": report.scan.source.root_hash, "source": report.scan.source.name},
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _driver(report: ScanReport) -> dict[str, object]:
    return {
        "name": "npu-migrate",
        "version": __version__,
        "properties": {"rulesVersion": report.scan.ruleset.version},
        "rules": [_rule(rule) for rule in report.scan.ruleset.rules],
    }


def _rule(rule: Rule) -> dict[str, object]:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.title.en},
        "fullDescription": {"text": rule.why.en},
        "help": {"text": rule.replacement.what.en or rule.why.en, "markdown": _help(rule)},
        "defaultConfiguration": {"level": _level(rule.coupling, rule.kind)},
        "properties": {
            "kind": rule.kind.value,
            "layer": rule.layer.value,
            "coupling": rule.coupling.value,
            "effort": rule.effort.value,
            "titleZh": rule.title.zh,
            "whyZh": rule.why.zh,
        },
    }


def _help(rule: Rule) -> str:
    """Why it binds, what takes its place, who vouches for that, and how it is proven."""
    replacement = rule.replacement
    vouched = replacement.source or replacement.verified
    table = "".join(f"\n| `{name}` | `{other}` |" for name, other in replacement.table.items())
    parts = (
        rule.why.en,
        f"**Replacement** ({replacement.kind}; vouched for: {vouched}): {replacement.what.en}",
        f"| now | on Ascend |\n|---|---|{table}" if table else "",
        f"**Effort** for the first place: {rule.effort.value}",
        f"**Proven by**: {', '.join(rule.validate)}" if rule.validate else "",
    )
    return "\n\n".join(filter(None, parts))


def _since(result: dict[str, object], states: Mapping[str, str]) -> dict[str, object]:
    prints = result["partialFingerprints"]
    assert isinstance(prints, dict)
    state = states.get(prints[_PRINT])
    return result | {"baselineState": state} if state else result


def _decided(result: dict[str, object], said: Mapping[str, Suppressed]) -> dict[str, object]:
    prints = result["partialFingerprints"]
    assert isinstance(prints, dict)
    word = said.get(prints[_PRINT])
    if word is None:
        return result
    told = {"kind": "external", "status": word.status, "justification": word.justification}
    return result | {"suppressions": [told]}


def _result(row: FindingRow, index: Mapping[str, int]) -> dict[str, object]:
    found = row.finding
    result: dict[str, object] = {
        "ruleId": found.rule,
        "level": _level(found.coupling, row.rule.kind if row.rule else RuleKind.COUPLING),
        "message": {"text": _message(row)},
        "locations": [{"physicalLocation": _location(found)}],
        "partialFingerprints": {_PRINT: found.fingerprint},
        "properties": _properties(row),
    }
    if found.rule in index:
        result["ruleIndex"] = index[found.rule]
    if found.status is not FindingStatus.OPEN:
        result["suppressions"] = [_suppression(found)]
    return result


def _message(row: FindingRow) -> str:
    advice = f" Replace with: {row.replacement}" if row.replacement else ""
    return f"{row.title}: {row.finding.symbol}.{advice}"


def _location(found: Finding) -> dict[str, object]:
    region: dict[str, object] = {
        "startLine": found.span.line,
        "startColumn": found.span.column,
        "endLine": found.span.end_line,
        "endColumn": found.span.end_column,
    }
    return {"artifactLocation": _artifact(found.path), "region": region}


def _artifact(path: str) -> dict[str, object]:
    """A reference relative to the root; bytes that are no text come back as the same bytes."""
    return {"uri": quote(path, errors="surrogateescape"), "uriBaseId": "SRCROOT"}


def _properties(row: FindingRow) -> dict[str, object]:
    found = row.finding
    return {
        "coupling": found.coupling.value,
        "status": found.status.value,
        "bindsLayer": found.binds_layer.value,
        "confidence": found.confidence.value,
        "component": row.component.id if row.component else "",
    }


def _suppression(found: Finding) -> dict[str, object]:
    because = f" {found.handled_by}" if found.handled_by else ""
    return {"kind": "external", "justification": _WHY_SUPPRESSED[found.status] + because}


def _level(coupling: Coupling, kind: RuleKind) -> str:
    return _LEVELS[coupling] if kind is RuleKind.COUPLING else "note"


def _invocation(report: ScanReport) -> dict[str, object]:
    return {
        "executionSuccessful": not report.scan.coverage.rules_failed,
        "startTimeUtc": report.started_at.replace("+00:00", "Z"),
        "toolExecutionNotifications": list(_notifications(report)),
    }


def _notifications(report: ScanReport) -> Iterator[dict[str, object]]:
    """What was not looked at: silence about it would read as "nothing found"."""
    coverage = report.scan.coverage
    for skipped in coverage.skipped:
        yield {
            "level": "warning",
            "message": {"text": f"Not read: {skipped.reason}"},
            "locations": [{"physicalLocation": {"artifactLocation": _artifact(skipped.path)}}],
        }
    for failure in coverage.rules_failed:
        yield {"level": "error", "message": {"text": f"Rule {failure.id} did not run: {failure.error}"}}
    for cut in coverage.truncated:
        yield {"level": "warning", "message": {"text": f"Cut short: {cut}"}}
