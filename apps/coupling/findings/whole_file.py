"""One file of a scan with everything that was found in it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404

from apps.coupling.findings.choice import rows_of
from apps.coupling.findings.columns import drawn_findings
from apps.coupling.findings.standing import STANDINGS, standings
from apps.coupling.findings.words import FindingWords, code_lines, finding_words
from apps.scans.hosts import host_name, line_address
from apps.scans.models import Finding, Scan, SourceFile
from apps.scans.sources import source_of

MOST_LINES = 20_000


@dataclass(frozen=True, slots=True)
class Hit:
    """A finding of the file and where it stands."""

    words: FindingWords
    standing: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line; `hits` begin on it, `is_hit` says that one covers it. A gap stands for lines not kept."""

    number: int
    text: str
    is_hit: bool
    hits: tuple[Hit, ...]
    is_gap: bool = False


@dataclass(frozen=True, slots=True)
class FilePage:
    """The file, its lines or what snippets hold of them, and the address of the file at its host."""

    file: SourceFile
    rows: tuple[Row, ...]
    hits: tuple[Hit, ...]
    is_whole: bool
    more: int
    host: str
    address: str


def file_page(scan: Scan, path: str) -> FilePage:
    """Return the page of a file; raises Http404 when the scan did not read it."""
    file = SourceFile.objects.filter(scan=scan, path=path).select_related("component").first()
    if file is None:
        raise Http404
    hits = _hits(scan, path)
    text = source_of(scan, path)
    lines = text.split("\n") if text is not None else []
    numbered = dict(enumerate(lines[:MOST_LINES], 1)) if lines else _from_snippets(hits)
    return FilePage(
        file=file,
        rows=_rows(numbered, hits),
        hits=hits,
        is_whole=text is not None,
        more=max(0, len(lines) - MOST_LINES),
        host=host_name(scan),
        address=line_address(scan, path, 1),
    )


def _hits(scan: Scan, path: str) -> tuple[Hit, ...]:
    drawn = drawn_findings(scan)
    if drawn is None:
        rows = _by_line(Finding.objects.filter(scan=scan, path=path))
        return tuple(Hit(finding_words(scan, row), row.status) for row in rows)
    rows = _by_line(rows_of(drawn.columns.in_file(path).tolist()))
    stands = standings(drawn)[drawn.columns.places_of([row.pk for row in rows])]
    return tuple(
        Hit(finding_words(scan, row), STANDINGS[place]) for row, place in zip(rows, stands, strict=True)
    )


def _by_line(rows: QuerySet[Finding]) -> list[Finding]:
    return list(rows.order_by("line", "column", "pk"))


def _from_snippets(hits: tuple[Hit, ...]) -> dict[int, str]:
    return {line.number: line.text for hit in hits for line in code_lines(hit.words.row)}


def _rows(numbered: dict[int, str], hits: tuple[Hit, ...]) -> tuple[Row, ...]:
    covered = {number for hit in hits for number in range(hit.words.row.line, hit.words.row.end_line + 1)}
    begins: dict[int, list[Hit]] = {}
    for hit in hits:
        begins.setdefault(hit.words.row.line, []).append(hit)
    rows: list[Row] = []
    for number in sorted(numbered):
        if rows and number > rows[-1].number + 1:
            rows.append(Row(number - 1, "", is_hit=False, hits=(), is_gap=True))
        found = tuple(begins.get(number, ()))
        rows.append(Row(number, numbered[number], is_hit=number in covered, hits=found))
    return tuple(rows)
