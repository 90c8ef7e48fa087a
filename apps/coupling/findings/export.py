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
from django.utils.translation import gettext as _

from apps.coupling.findings.choice import Choice
from apps.coupling.findings.columns import EXCLUDED
from apps.coupling.findings.placed import Placed, placed
from apps.coupling.findings.standing import STANDINGS
from apps.coupling.models import Triage, TriageStatus
from apps.coupling.overrides.overridden import report_under_overrides
from apps.scans.models import Scan
from apps.scans.wording import RuleWords, rule_words
from migration_engine.export.csv import safe_cell
from migration_engine.export.sarif import Suppressed, to_sarif

COLUMNS = (
    *("path", "line", "rule", "title", "symbol", "kind", "coupling", "status", "scanner_status", "change"),
    *("binds_layer", "component", "component_layer", "confidence", "replacement"),
    *("owner", "note", "reason", "dismissed_until", "fingerprint", "identity"),
)
_WIDTHS = {"path": 44, "title": 40, "symbol": 32, "replacement": 48, "note": 32, "reason": 32}
_BATCH = 5000
Cell = str | int


def as_csv(chosen: Choice) -> Iterator[str]:
    """Yield the list as comma-separated values, in pieces; a spreadsheet computes no cell of it."""
    yield "\ufeff" + _lines([COLUMNS])  # the mark tells a spreadsheet that this is UTF-8
    batch: list[tuple[Cell, ...]] = []
    for row in _rows(chosen):
        batch.append(tuple(safe_cell(value) for value in row))
        if len(batch) == _BATCH:
            yield _lines(batch)
            batch = []
    yield _lines(batch)


def as_workbook(chosen: Choice) -> IO[bytes]:
    """Return the list as an XLSX file; every text is written as a text, whatever it begins with."""
    scan = chosen.drawn.scan
    file = tempfile.TemporaryFile()  # noqa: SIM115 - whoever sends it closes it
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(file, options) as book:
        book.set_properties({"title": f"{scan.project.name} #{scan.number}", "comments": chosen.query.link()})
        sheet = book.add_worksheet(_("Findings"))
        sheet.freeze_panes(1, 0)
        for place, name in enumerate(COLUMNS):
            sheet.set_column(place, place, _WIDTHS.get(name, 14))
        sheet.write_row(0, 0, COLUMNS, book.add_format({"bold": True}))
        number = 0
        for number, row in enumerate(_rows(chosen), 1):
            for place, value in enumerate(row):
                if isinstance(value, int):
                    sheet.write_number(number, place, value)
                else:
                    sheet.write_string(number, place, value)
        sheet.autofilter(0, 0, number, len(COLUMNS) - 1)
    file.seek(0)
    return file


def as_sarif(chosen: Choice) -> str:
    """Return the list as SARIF; what people settled is suppressed with their word as long as that holds."""
    scan = chosen.drawn.scan
    report = report_under_overrides(scan)
    rows = list(chosen.rows().values_list("pk", "fingerprint", "identity"))
    stands = chosen.stands[chosen.drawn.columns.places_of([pk for pk, *_rest in rows])].tolist()
    triage = {one.identity: one for one in Triage.objects.of(scan)}
    said = {
        fingerprint: word
        for (_pk, fingerprint, identity), stand in zip(rows, stands, strict=True)
        if (word := _suppressed(STANDINGS[stand], triage.get(identity)))
    }
    wanted = {fingerprint for _pk, fingerprint, _identity in rows}
    kept = tuple(one for one in report.scan.findings if one.fingerprint in wanted)
    narrowed = replace(report, scan=replace(report.scan, findings=kept))
    return json.dumps(to_sarif(narrowed, said=said), ensure_ascii=False)


def _suppressed(standing: str, said: Triage | None) -> Suppressed | None:
    """Return people's word where it decides how the finding stands; the scanner's is in the report."""
    if standing == EXCLUDED:
        return Suppressed("An architect left its component out.")
    if said is None or said.status != standing:
        return None
    if standing == TriageStatus.DISMISSED:
        return Suppressed(f"{said.reason} (until {said.until})")
    if standing == TriageStatus.HANDLED:
        return Suppressed(f"{said.changed_by} called it handled.")
    if standing == TriageStatus.FIXED:
        return Suppressed(f"{said.changed_by} called it fixed; the next scan tells.", "underReview")
    return None


def _rows(chosen: Choice) -> Iterator[tuple[Cell, ...]]:
    scan = chosen.drawn.scan
    said = {one.identity: one for one in Triage.objects.of(scan).select_related("owner")}
    rules = _Words(scan)
    pks = chosen.pks()
    for start in range(0, len(pks), _BATCH):
        for one in placed(chosen.drawn, chosen.stands, pks[start : start + _BATCH]):
            yield _row(one, rules.of(one.row.rule, one.row.symbol), said.get(one.row.identity))


def _row(one: Placed, words: RuleWords | None, said: Triage | None) -> tuple[Cell, ...]:
    row, held = one.row, one.component
    return (
        *(row.path, row.line, row.rule, words.title if words else row.rule, row.symbol),
        *(row.kind or "coupling", one.coupling, one.standing, row.status, one.change),
        *(row.binds_layer, held.name, held.layer, row.confidence, words.replacement if words else ""),
        *_decided(said),
        *(row.fingerprint, row.identity),
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
