"""Hands out the findings of a list, all pages of it, as CSV, as a workbook or as SARIF."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import IO

import xlsxwriter
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from apps.coupling.findings.query import FindingQuery, filtered, in_order, listed
from apps.coupling.models import Triage
from apps.scans.models import Finding, Scan
from apps.scans.selectors import report_of
from apps.scans.wording import RuleWords, rule_words
from migration_engine.export.csv import safe_cell
from migration_engine.export.sarif import to_sarif

COLUMNS = (
    *("path", "line", "rule", "title", "symbol", "kind", "coupling", "status", "scanner_status", "change"),
    *("binds_layer", "component", "component_layer", "confidence", "replacement"),
    *("owner", "note", "reason", "dismissed_until", "fingerprint", "identity"),
)
_WIDTHS = {"path": 44, "title": 40, "symbol": 32, "replacement": 48, "note": 32, "reason": 32}
_BATCH = 5000
Cell = str | int


def as_csv(scan: Scan, query: FindingQuery) -> Iterator[str]:
    """Yield the list as comma-separated values, in pieces; a spreadsheet computes no cell of it."""
    yield "\ufeff" + _lines([COLUMNS])  # the mark tells a spreadsheet that this is UTF-8
    batch: list[tuple[Cell, ...]] = []
    for row in _rows(scan, query):
        batch.append(tuple(safe_cell(value) for value in row))
        if len(batch) == _BATCH:
            yield _lines(batch)
            batch = []
    yield _lines(batch)


def as_workbook(scan: Scan, query: FindingQuery) -> IO[bytes]:
    """Return the list as an XLSX file; every text is written as a text, whatever it begins with."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 - whoever sends it closes it
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(file, options) as book:
        book.set_properties({"title": f"{scan.project.name} #{scan.number}", "comments": query.link()})
        sheet = book.add_worksheet(_("Findings"))
        sheet.freeze_panes(1, 0)
        for place, name in enumerate(COLUMNS):
            sheet.set_column(place, place, _WIDTHS.get(name, 14))
        sheet.write_row(0, 0, COLUMNS, book.add_format({"bold": True}))
        number = 0
        for number, row in enumerate(_rows(scan, query), 1):
            for place, value in enumerate(row):
                if isinstance(value, int):
                    sheet.write_number(number, place, value)
                else:
                    sheet.write_string(number, place, value)
        sheet.autofilter(0, 0, number, len(COLUMNS) - 1)
    file.seek(0)
    return file


def as_sarif(scan: Scan, query: FindingQuery) -> str:
    """Return the list as SARIF; a dismissed finding is suppressed with its reason."""
    report = report_of(scan)
    wanted = set(_found(scan, query).order_by().values_list("fingerprint", flat=True))
    kept = tuple(one for one in report.scan.findings if one.fingerprint in wanted)
    said = Triage.objects.of(scan).filter(status="dismissed")
    dismissed = {one.identity: one.reason for one in said}
    prints = Finding.objects.filter(scan=scan, identity__in=list(dismissed)).values_list(
        "fingerprint", "identity"
    )
    reasons = {fingerprint: dismissed[identity] for fingerprint, identity in prints}
    narrowed = replace(report, scan=replace(report.scan, findings=kept))
    return json.dumps(to_sarif(narrowed, dismissed=reasons), ensure_ascii=False)


def _found(scan: Scan, query: FindingQuery) -> QuerySet[Finding]:
    return in_order(listed(filtered(scan, query), query), query.sort)


def _rows(scan: Scan, query: FindingQuery) -> Iterator[tuple[Cell, ...]]:
    names = (
        *(
            "path",
            "line",
            "rule",
            "symbol",
            "kind",
            "coupling",
            "standing",
            "status",
            "change",
            "binds_layer",
        ),
        *("component__name", "layer", "confidence", "fingerprint", "identity"),
    )
    said = {one.identity: one for one in Triage.objects.of(scan).select_related("owner")}
    rules = _Words(scan)
    for row in _found(scan, query).values_list(*names).iterator(_BATCH):
        path, line, rule, symbol, *middle, fingerprint, identity = row
        kind, coupling, standing, status, change, binds, component, layer, confidence = middle
        words = rules.of(rule, symbol)
        yield (
            *(path, line, rule, words.title if words else rule, symbol, kind or "coupling", coupling),
            *(standing, status, change, binds, component or "", layer, confidence),
            words.replacement if words else "",
            *_decided(said.get(identity)),
            *(fingerprint, identity),
        )


class _Words:
    """The words of rules, each made once for a symbol."""

    def __init__(self, scan: Scan) -> None:
        self._rules = {rule["id"]: rule for rule in scan.rules}
        self._made: dict[tuple[str, str], RuleWords] = {}

    def of(self, rule: str, symbol: str) -> RuleWords | None:
        entry = self._rules.get(rule)
        if entry is None:
            return None
        has_table = (entry.get("replacement") or {}).get("table")
        key = (rule, symbol if has_table else "")
        if key not in self._made:
            self._made[key] = rule_words(entry, symbol)
        return self._made[key]


def _decided(said: Triage | None) -> tuple[str, str, str, str]:
    if said is None:
        return "", "", "", ""
    owner = said.owner.username if said.owner else ""
    return owner, said.note, said.reason, said.until.isoformat() if said.until else ""


def _lines(rows: Iterable[Sequence[Cell]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    return out.getvalue()
