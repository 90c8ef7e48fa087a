"""A report as plain text for a terminal: components by layer, open findings by rule, what was left out."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from migration_engine.coupling.couplings import added
from migration_engine.export.rows import FindingRow, rows
from migration_engine.model import (
    Component,
    Coupling,
    FileRole,
    FindingStatus,
    LooseEnd,
    LoosePackage,
    RuleKind,
    ScanReport,
    TreeScan,
)

_MARK = {Coupling.STRONG: "◆ strong", Coupling.WEAK: "◐ weak", Coupling.NONE: "○ none"}
_RANK = {Coupling.STRONG: 0, Coupling.WEAK: 1, Coupling.NONE: 2}
_LEFT_OUT_SHOWN = 10
_LOOSE = {
    LooseEnd.DECLARED: "declared, imported nowhere, so cheap to drop",
    LooseEnd.IMPORTED: "imported, declared nowhere, a hidden dependency",
}


def to_table(report: ScanReport) -> str:
    """Three blocks of text; control characters in names are shown, never sent to the terminal."""
    found = (*_rules(report), *_packages(report), *_left_out(report))
    return "\n\n".join("\n".join(block) for block in (_summary(report), _components(report), found)) + "\n"


def _summary(report: ScanReport) -> Iterator[str]:
    tally = Counter(component.coupling for component in report.components)
    yield (
        f"{_plain(report.scan.source.name)}: {report.scan.coverage.files_scanned} of "
        f"{report.scan.coverage.files_total} files read, {len(report.components)} components "
        f"({tally[Coupling.STRONG]} strong, {tally[Coupling.WEAK]} weak, {tally[Coupling.NONE]} none)"
    )
    totals = added(component.counts for component in report.components)
    if totals.places:
        yield f"Already NPU-aware: {totals.handled} of {totals.places} places"
    if totals.debt:
        yield f"Counted apart: {totals.debt} {'place' if totals.debt == 1 else 'places'} of debt"


def _components(report: ScanReport) -> Iterator[str]:
    ordered = sorted(report.components, key=_top_down)
    lines = [_component_line(component) for component in ordered]
    header = ("layer", "coupling", "component", "files", "strong", "weak", "handled", "debt")
    yield from aligned(header, lines)


def _component_line(component: Component) -> tuple[str, ...]:
    counts = component.counts
    numbers = (component.files, counts.strong, counts.weak, counts.handled, counts.debt)
    return (component.layer.value, _MARK[component.coupling], component.id, *map(str, numbers))


def _top_down(component: Component) -> tuple[int, int, int, str]:
    counts = component.counts
    return (
        -int(component.layer.value[1:]),
        _RANK[component.coupling],
        -(counts.strong + counts.weak),
        component.id,
    )


def _rules(report: ScanReport) -> Iterator[str]:
    still_open = [row for row in rows(report) if _asks_for_something(row)]
    if not still_open:
        yield _nothing_found(report.scan)
        return
    tally = Counter((row.finding.rule, row.title, _binds(row)) for row in still_open)
    first = {row.finding.rule: f"{row.finding.path}:{row.finding.span.line}" for row in reversed(still_open)}
    lines = [
        (str(count), coupling, rule, title, first[rule])
        for (rule, title, coupling), count in sorted(tally.items(), key=lambda item: (-item[1], item[0]))
    ]
    yield from aligned(("open", "coupling", "rule", "title", "first place"), lines)


def _nothing_found(scan: TreeScan) -> str:
    """Only code that was read can be clean."""
    if scan.coverage.files_scanned and any(file.role is not FileRole.DOC for file in scan.files):
        return "No open findings."
    return f"0 of {scan.coverage.files_total} files are code that a reader knows: nothing was checked."


def _asks_for_something(row: FindingRow) -> bool:
    return row.finding.status is FindingStatus.OPEN and row.kind is not RuleKind.INFORMATION


def _binds(row: FindingRow) -> str:
    """Debt binds to nothing."""
    return row.finding.coupling.value if row.kind is RuleKind.COUPLING else row.kind.value


def _packages(report: ScanReport) -> Iterator[str]:
    for end, meaning in _LOOSE.items():
        for name, (one, *_) in groupby((one for one in report.scan.packages if one.end is end), _name):
            yield f"{meaning}: {_plain(name)} ({_plain(one.path)}:{one.line})"


def _name(one: LoosePackage) -> str:
    return one.name


def _left_out(report: ScanReport) -> Iterator[str]:
    coverage = report.scan.coverage
    for skipped in coverage.skipped[:_LEFT_OUT_SHOWN]:
        yield f"not read: {_plain(skipped.path)}: {_plain(skipped.reason)}"
    if len(coverage.skipped) > _LEFT_OUT_SHOWN:
        yield f"not read: {len(coverage.skipped) - _LEFT_OUT_SHOWN} more"
    for failure in coverage.rules_failed:
        yield f"not checked: rule {_plain(failure.id)}: {_plain(failure.error)}"
    for cut in coverage.truncated:
        yield f"read in a coarser way: {_plain(cut)}"
    for one in coverage.collisions:
        yield f"collides: {_plain(one.path)}: {_plain(one.reason)}"


def aligned(header: Sequence[str], lines: Iterable[Sequence[str]]) -> Iterator[str]:
    """Lines of a table in columns; control characters are shown."""
    table = [tuple(header), *(tuple(map(_plain, line)) for line in lines)]
    widths = [max(map(_width, column)) for column in zip(*table, strict=True)]
    for line in table:
        cells = (cell + " " * (width - _width(cell)) for cell, width in zip(line, widths, strict=True))
        yield "  ".join(cells).rstrip()


def _width(text: str) -> int:
    """Columns on a terminal: a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _plain(text: str) -> str:
    """A file name may hold escape sequences; they are spelled out."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
