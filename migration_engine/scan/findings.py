"""Turns what was sighted in one file into findings with stable identities."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from migration_engine.model import Coupling, FileRole, Finding, FindingStatus, Rule, RuleKind, Span
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.roles import status_in
from migration_engine.scan.search.matcher import Candidate, Matcher
from migration_engine.scan.secrets.redact import redacted, redacted_rows
from migration_engine.scan.sighting import Sight
from migration_engine.scan.text import storable
from migration_engine.value import Value

_CONTEXT = 2
_HIGHEST = 8
_NAMED = 60
LONGEST_NAME = 400
"""Characters of what a finding names, and of a row in a snippet."""


class Place(Value, frozen=True):
    """The file that is being judged. Of its rows only those around findings are there, redacted."""

    path: str
    language: str
    role: FileRole
    snippets: str
    rows: Sequence[str] = ()


def findings_in(place: Place, text: str, sights: Iterable[Sight], matcher: Matcher) -> tuple[Finding, ...]:
    """One finding for each span that a rule wants: the strongest, then the most telling pattern."""
    best: dict[Span, tuple[Candidate, Sight]] = {}
    for sight in sights:
        candidate = matcher.best(sight.kind, sight.symbol, sight.language or place.language)
        if candidate and (sight.span not in best or _telling(best[sight.span][0]) < _telling(candidate)):
            best[sight.span] = (candidate, sight)
    if not best:
        return ()
    place = replace(place, rows=redacted_rows(text, _rows_around(best, text.count("\n") + 1)))
    seen: Counter[str] = Counter()
    ordered = sorted(best.values(), key=lambda pair: (_order(pair[1].span), pair[0].rule.id))
    return tuple(_finding(place, candidate.rule, sight, seen) for candidate, sight in ordered)


def _rows_around(spans: Iterable[Span], height: int) -> frozenset[int]:
    """Numbers from 0 of the rows that snippets may show."""
    return frozenset(
        number
        for span in spans
        for number in range(max(1, span.line - _CONTEXT) - 1, min(height, _last(span) + _CONTEXT))
    )


def _last(span: Span) -> int:
    return min(span.end_line, span.line + _HIGHEST)


def _telling(candidate: Candidate) -> tuple[bool, bool, int]:
    """`torch==2.4+cu121` requires torch, which is weak, and a CUDA build of it, which is what matters.

    A binding says more than debt: the address of a model service is one, however it is written.
    """
    rule = candidate.rule
    return rule.coupling is Coupling.STRONG, rule.kind is RuleKind.COUPLING, candidate.weight


def _order(span: Span) -> tuple[int, int, int, int]:
    return span.line, span.column, span.end_line, span.end_column


def _finding(place: Place, rule: Rule, sight: Sight, seen: Counter[str]) -> Finding:
    symbol = _told(sight.symbol, sight.kind)
    fingerprint = _fingerprint(place, rule, symbol, sight.span, seen)
    return Finding(
        id=f"f{fingerprint[:16]}",
        fingerprint=fingerprint,
        rule=rule.id,
        path=place.path,
        span=sight.span,
        symbol=symbol,
        binds_layer=rule.layer,
        coupling=rule.coupling,
        status=_status(place.role, sight),
        confidence=sight.confidence,
        handled_by=f"{place.path}:{sight.handled_at}" if sight.handled_at else "",
        snippet=_snippet(place, sight.span),
    )


@lru_cache(maxsize=8192)
def _told(symbol: str, kind: Kind) -> str:
    """Without secrets; of a long text its beginning: it names the finding, and the snippet shows more."""
    return _cut(redacted(storable(symbol)), _NAMED if kind is Kind.TEXT else LONGEST_NAME - 1)


def _cut(text: str, most: int) -> str:
    return f"{text[:most]}…" if len(text) > most else text


def _status(role: FileRole, sight: Sight) -> FindingStatus:
    status = status_in(role)
    return FindingStatus.HANDLED if status is FindingStatus.OPEN and sight.handled_at else status


def _fingerprint(place: Place, rule: Rule, symbol: str, span: Span, seen: Counter[str]) -> str:
    """Rule, path, symbol and the line's words, and which of several equal ones: no line number."""
    words = " ".join(_row(place, span.line).split())
    key = "\0".join((rule.id, place.path, symbol, words))
    seen[key] += 1
    return hashlib.sha256(f"{key}\0{seen[key]}".encode("utf-8", "replace")).hexdigest()[:32]


def _row(place: Place, line: int) -> str:
    return place.rows[line - 1] if 0 < line <= len(place.rows) else ""


def _snippet(place: Place, span: Span) -> str:
    if place.snippets == "none":
        return ""
    around = _CONTEXT if place.snippets == "context" else 0
    first, last = max(1, span.line - around), min(len(place.rows), _last(span) + around)
    return "\n".join(_cut(row, LONGEST_NAME) for row in place.rows[first - 1 : last])
