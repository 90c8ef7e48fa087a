"""A comparison of two scans as plain values and as text, and a verdict as JUnit XML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from migration_engine.changes import Change, ChangeKind, Changes, Limit, Verdict
from migration_engine.export.document_schema import Document
from migration_engine.export.table import aligned
from migration_engine.model import Finding

# Letters that XML cannot hold, not even escaped.
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def changes_document(changes: Changes) -> Document:
    """Counts, and every change but those that are none."""
    return {
        "rules_differ": changes.rules_differ,
        "counts": {kind.value: count for kind, count in changes.counts.items()},
        "changes": [_change(one) for one in changes.changes if one.kind is not ChangeKind.SAME],
    }


def changes_table(changes: Changes) -> str:
    """One line a change, the counts on top."""
    return "\n".join(_lines(changes)) + "\n"


def verdict_document(verdict: Verdict) -> Document:
    """Whether it passed, each limit, and what broke it."""
    limits = [
        {
            "name": limit.name,
            "allowed": limit.allowed,
            "count": limit.count,
            "kept": limit.kept,
            "found": [_finding(one) for one in limit.found],
        }
        for limit in verdict.limits
    ]
    return {"passed": verdict.passed, "limits": limits}


def verdict_table(verdict: Verdict) -> str:
    """One line a limit, and under a broken one the findings that broke it."""
    return "\n".join(line for limit in verdict.limits for line in _limit_lines(limit)) + "\n"


def verdict_junit(verdict: Verdict) -> str:
    """One test case a limit, as pipelines read it."""
    broken = sum(not limit.kept for limit in verdict.limits)
    suite = ElementTree.Element(
        "testsuite", name="npu-migrate gate", tests=str(len(verdict.limits)), failures=str(broken)
    )
    for limit in verdict.limits:
        case = ElementTree.SubElement(suite, "testcase", classname="npu-migrate.gate", name=limit.name)
        if not limit.kept:
            failure = ElementTree.SubElement(case, "failure", message=_told(limit))
            failure.text = _NO_XML.sub("\ufffd", "\n".join(map(_place, limit.found)))
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=False) + "\n"


def _change(one: Change) -> Document:
    told: Document = {"kind": one.kind.value, **_finding(one.finding)}
    if one.why:
        told["why"] = one.why
    if one.old and one.new:
        told["before"] = _finding(one.old)
    return told


def _finding(one: Finding) -> Document:
    return {
        "fingerprint": one.fingerprint,
        "rule": one.rule,
        "path": one.path,
        "line": one.span.line,
        "symbol": one.symbol,
        "coupling": one.coupling.value,
        "status": one.status.value,
    }


def _lines(changes: Changes) -> Iterator[str]:
    yield ", ".join(f"{count} {kind.value}" for kind, count in changes.counts.items())
    if changes.rules_differ:
        yield "The scans were made with different rules: what is new or gone may be the rules' doing."
    rows = [_row(one) for one in changes.changes if one.kind is not ChangeKind.SAME]
    if rows:
        yield from aligned(("change", "coupling", "rule", "place", "symbol", "before"), rows)


def _row(one: Change) -> tuple[str, ...]:
    found = one.finding
    place = f"{found.path}:{found.span.line}"
    return (one.kind.value, found.coupling.value, found.rule, place, found.symbol, _before(one))


def _before(one: Change) -> str:
    if one.why or not (one.old and one.new):
        return one.why
    if one.kind is ChangeKind.CHANGED:
        return f"{one.old.coupling.value}, {one.old.status.value} (now {one.new.status.value})"
    return f"{one.old.path}:{one.old.span.line}"


def _limit_lines(limit: Limit[Finding]) -> Iterator[str]:
    yield f"{'ok  ' if limit.kept else 'FAIL'}  {_told(limit)}"
    if not limit.kept:
        yield from (f"      {_place(one)}" for one in limit.found)


def _told(limit: Limit[Finding]) -> str:
    return f"{limit.name}: {limit.count} found, {limit.allowed} allowed"


def _place(one: Finding) -> str:
    return f"{one.path}:{one.span.line}: {one.rule}: {one.symbol}"
