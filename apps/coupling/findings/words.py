"""A finding as pages show it: its rule's words, its code with the hit line, its place."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from apps.scans.models import Finding, Scan
from apps.scans.wording import RuleWords, rule_words

COUPLING_RANK = {"strong": 0, "weak": 1, "none": 2}
MOST_LINES = 12
# How the engine cuts snippets: this many lines around, and at most so many rows of the match itself.
CONTEXT, MOST_ROWS = 2, 8


@dataclass(frozen=True, slots=True)
class CodeLine:
    """One line of a snippet."""

    number: int
    text: str
    is_hit: bool


@dataclass(frozen=True, slots=True)
class FindingWords:
    """A finding with its rule in the reader's language; `rule` is None for a rule that was not published."""

    row: Finding
    rule: RuleWords | None
    code: tuple[CodeLine, ...]


def finding_words(scan: Scan, row: Finding) -> FindingWords:
    """Return the words of one finding of that scan."""
    rule = next((one for one in scan.rules if one["id"] == row.rule), None)
    return FindingWords(row, rule_words(rule, row.symbol) if rule else None, code_lines(row))


def worst_first(rows: QuerySet[Finding]) -> QuerySet[Finding]:
    """Sort open before handled, strong before weak, then by place."""
    return rows.order_by("rank", "path", "line", "pk")


def code_lines(row: Finding) -> tuple[CodeLine, ...]:
    """Return the snippet line by line, with the lines of the match marked."""
    lines = row.snippet.split("\n") if row.snippet else []
    first = max(1, row.line - _lines_before(row, lines))
    return tuple(
        CodeLine(number, text, row.line <= number <= row.end_line) for number, text in enumerate(lines, first)
    )[:MOST_LINES]


def _lines_before(row: Finding, lines: list[str]) -> int:
    """A snippet is cut with context on both sides, or holds the match alone."""
    has_context = len(lines) > min(row.end_line, row.line + MOST_ROWS) - row.line + 1
    return min(CONTEXT, row.line - 1) if has_context else 0
