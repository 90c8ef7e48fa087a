"""Writing the columns of a map's findings, from the report under overrides that its picture is drawn from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b

import msgspec
import numpy as np

from apps.core.copying import storable
from apps.coupling.filters import COUPLINGS
from apps.coupling.findings.columns import (
    CHANGES,
    CONFIDENCES,
    EXCLUDED,
    FOUND,
    LAYERS,
    OTHER_CHIP,
    Columns,
    Held,
    Numbers,
    Rows,
)
from apps.coupling.models import Returned
from apps.scans.models import Change, Finding, Scan
from migration_engine import model
from migration_engine.coupling import Overridden
from migration_engine.model import FindingStatus, RuleKind, ScanReport
from migration_engine.scan.handled.other_platforms import is_for_another_platform

_NONE = Held("", "", "")


def pack(scan: Scan, found: ScanReport, done: Overridden) -> bytes:
    """Return the findings of a scan as `MapFindings` keeps them; FOUND is what the scanner reported."""
    seen = done.report.scan
    paths, rules, symbols = (_texts(seen.findings, name) for name in ("path", "rule", "symbol"))
    components = [_NONE, *(Held(one.id, one.name, one.layer.value) for one in done.report.components)]
    homes = _placed(_homes(done.report), [one.key for one in components])
    numbers = {
        "path": _placed((storable(one.path) for one in seen.findings), paths),
        "rule": _placed((one.rule for one in seen.findings), rules),
        "symbol": _placed((storable(one.symbol) for one in seen.findings), symbols),
        "component": homes,
        "found": _placed(_found(found, done), FOUND),
        "scanned_coupling": _placed((one.coupling for one in found.scan.findings), COUPLINGS),
        "scanned_status": _placed((one.status for one in found.scan.findings), FOUND),
    }
    kinds = {rule.id: rule.kind.value for rule in seen.ruleset.rules}
    return msgspec.msgpack.encode(
        Columns(
            paths=paths,
            rules=rules,
            kinds=[kinds.get(rule, RuleKind.COUPLING.value) for rule in rules],
            symbols=symbols,
            components=components,
            packed=_tightest_first({**numbers, **_plain(seen.findings), **_stored(scan)}),
        )
    )


def _plain(findings: Sequence[model.Finding]) -> dict[str, Numbers]:
    return {
        "line": np.array([one.span.line for one in findings], dtype="<i4"),
        "binds": _placed((one.binds_layer for one in findings), LAYERS),
        "coupling": _placed((one.coupling for one in findings), COUPLINGS),
        "confidence": _placed((one.confidence for one in findings), CONFIDENCES),
    }


def _stored(scan: Scan) -> dict[str, Numbers | Rows]:
    """What recording the scan made of its findings: they were written in the order of the document."""
    rows = Finding.objects.filter(scan=scan).order_by("pk").values_list("pk", "change", "identity")
    returned = set(Returned.objects.filter(scan=scan).values_list("identity", flat=True))
    stored = [(pk, Change.RETURNED if same in returned else change, same) for pk, change, same in rows]
    return {
        "pk": np.array([pk for pk, *_rest in stored], dtype="<i8"),
        "change": _placed((change for _pk, change, _identity in stored), CHANGES),
        "identity": np.array([_hash(identity) for *_rest, identity in stored], dtype="<i8"),
    }


def _hash(identity: str) -> int:
    """64 bits: among a million identities the chance that any two agree is one in thirty million."""
    return int.from_bytes(blake2b(identity.encode(), digest_size=8).digest(), "little", signed=True)


def _tightest_first(numbers: dict[str, Numbers | Rows]) -> dict[str, bytes]:
    """Sort all columns; that of rows which do not fit the document's findings is refused by numpy."""
    rank = numbers["found"] * len(COUPLINGS) + numbers["coupling"]
    order = np.lexsort((numbers["pk"], numbers["line"], numbers["path"], rank))
    return {name: held[order].tobytes() for name, held in numbers.items()}


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
        is_elsewhere = after.status is FindingStatus.HANDLED and is_for_another_platform(after.path)
        yield EXCLUDED if is_excluded else OTHER_CHIP if is_elsewhere else after.status.value
