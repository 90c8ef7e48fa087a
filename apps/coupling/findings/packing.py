"""Writing the columns of a map's findings, from the report under overrides that its picture is drawn from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
import numpy as np

from apps.core.copying import storable
from apps.coupling.findings.columns import (
    CHANGES,
    CONFIDENCES,
    COUPLINGS,
    EXCLUDED,
    FOUND,
    LAYERS,
    Columns,
    Held,
    Numbers,
    Rows,
)
from apps.scans.models import Finding, Scan
from migration_engine import model
from migration_engine.coupling import Overridden
from migration_engine.model import FindingStatus, RuleKind, ScanReport

_NONE = Held("", "", "")


def pack(scan: Scan, found: ScanReport, done: Overridden) -> bytes:
    """Return the findings of a scan as `MapFindings` keeps them; FOUND is what the scanner reported."""
    seen = done.report.scan.findings
    stored = list(Finding.objects.filter(scan=scan).order_by("pk").values_list("pk", "change"))
    if len(stored) != len(seen):
        raise AssertionError(f"scan {scan.pk} holds {len(stored)} rows, its document {len(seen)} findings")
    kinds = {rule.id: rule.kind.value for rule in done.report.scan.ruleset.rules}
    paths, rules, symbols = (_texts(seen, name) for name in ("path", "rule", "symbol"))
    components = [_NONE, *(Held(one.id, one.name, one.layer.value) for one in done.report.components)]
    numbers = {
        "path": _placed((storable(one.path) for one in seen), paths),
        "line": np.array([one.span.line for one in seen], dtype="<i4"),
        "rule": _placed((one.rule for one in seen), rules),
        "symbol": _placed((storable(one.symbol) for one in seen), symbols),
        "component": _placed(_homes(done.report), [one.key for one in components]),
        "binds": _placed((one.binds_layer.value for one in seen), LAYERS),
        "coupling": _placed((one.coupling.value for one in seen), COUPLINGS),
        "found": _placed(_found(found, done), FOUND),
        "confidence": _placed((one.confidence.value for one in seen), CONFIDENCES),
        "change": _placed((change for _pk, change in stored), CHANGES),
    }
    return msgspec.msgpack.encode(
        Columns(
            paths=paths,
            rules=rules,
            kinds=[kinds.get(rule, RuleKind.COUPLING.value) for rule in rules],
            symbols=symbols,
            components=components,
            packed=_tightest_first(np.array([pk for pk, _change in stored], dtype="<i8"), numbers),
        )
    )


def _tightest_first(pks: Rows, numbers: dict[str, Numbers]) -> dict[str, bytes]:
    rank = numbers["found"] * len(COUPLINGS) + numbers["coupling"]
    order = np.lexsort((pks, numbers["line"], numbers["path"], rank))
    return {"pk": pks[order].tobytes()} | {name: held[order].tobytes() for name, held in numbers.items()}


def _texts(findings: Iterable[model.Finding], name: str) -> list[str]:
    return sorted({storable(getattr(one, name)) for one in findings})


def _placed(values: Iterable[str], among: Sequence[str]) -> Numbers:
    place = {value: number for number, value in enumerate(among)}
    return np.array([place[value] for value in values], dtype="<i4")


def _homes(report: ScanReport) -> Iterator[str]:
    """The key of the component of each finding; nothing where its file belongs to none."""
    known = {one.id for one in report.components}
    home = {file.path: file.component for file in report.scan.files if file.component in known}
    return (home.get(one.path, "") for one in report.scan.findings)


def _found(found: ScanReport, done: Overridden) -> Iterator[str]:
    """The status of each finding; what was open before its component was left out is told apart."""
    for before, after in zip(found.scan.findings, done.report.scan.findings, strict=True):
        is_excluded = before.status is FindingStatus.OPEN and after.status is not FindingStatus.OPEN
        yield EXCLUDED if is_excluded else after.status.value
