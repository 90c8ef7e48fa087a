"""Findings as comma-separated values that a spreadsheet opens without running anything."""

from __future__ import annotations

import csv
import io

from migration_engine.export.rows import FindingRow, rows
from migration_engine.model import ScanReport

COLUMNS = (
    "path",
    "line",
    "rule",
    "title",
    "symbol",
    "kind",
    "coupling",
    "status",
    "binds_layer",
    "component",
    "component_layer",
    "confidence",
    "replacement",
    "fingerprint",
)
# A cell that begins so is taken for a formula, also in full-width letters and after blanks.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%", "＝", "＋", "－", "＠")


def to_csv(report: ScanReport) -> str:
    """One line a finding, with a header. Paths and symbols come from strangers: every cell is made safe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in rows(report):
        writer.writerow([safe_cell(value) for value in _values(row)])
    return out.getvalue()


def safe_cell(value: str | int) -> str | int:
    """The text with an apostrophe before it where a spreadsheet would compute it."""
    if isinstance(value, str) and (value.startswith(_FORMULA) or value.lstrip().startswith(_FORMULA)):
        return f"'{value}"
    return value


def _values(row: FindingRow) -> tuple[str | int, ...]:
    found = row.finding
    return (
        found.path,
        found.span.line,
        found.rule,
        row.title,
        found.symbol,
        row.kind.value,
        found.coupling.value,
        found.status.value,
        found.binds_layer.value,
        row.component.name if row.component else "",
        row.component.layer.value if row.component else "",
        found.confidence.value,
        row.replacement,
        found.fingerprint,
    )
