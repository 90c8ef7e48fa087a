"""One call from a tree to its scan document: scan, group into components, apply the architect's word."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from migration_engine.coupling.parts import group
from migration_engine.export.document import Document, to_document
from migration_engine.intake import SourceTree, refuse_nothing, skips
from migration_engine.model import RuleSet, ScanReport, TreeScan
from migration_engine.scan import Progress, scan_tree

if TYPE_CHECKING:
    from migration_engine.coupling.overrides import Override


def build(
    tree: SourceTree,
    ruleset: RuleSet,
    *,
    overrides: Iterable[Override] = (),
    jobs: int = 1,
    progress: Progress | None = None,
    snippets: str = "context",
) -> Document:
    """The scan document; equal but for `started_at` and `duration_s` for an equal tree and rules."""
    return to_document(
        scan_report(tree, ruleset, overrides=overrides, jobs=jobs, progress=progress, snippets=snippets)
    )


def scan_report(
    tree: SourceTree,
    ruleset: RuleSet,
    *,
    overrides: Iterable[Override] = (),
    jobs: int = 1,
    progress: Progress | None = None,
    snippets: str = "context",
    cache: Path | None = None,
    kept: Path | None = None,
) -> ScanReport:
    """The same as values: what the other exports are made from. `cache` and `kept` as in `scan_tree`."""
    started, clock = datetime.now(UTC), time.monotonic()
    scan = scan_tree(tree, ruleset, jobs=jobs, progress=progress, snippets=snippets, cache=cache, kept=kept)
    if tree.entries:  # each may have vanished or been locked since it was listed
        refuse_nothing(len(scan.files) + _looked_into(scan), scan.coverage.skipped, tree.source.name)
    report = _grouped(scan, overrides, progress)
    return replace(
        report,
        started_at=started.isoformat(timespec="seconds"),
        duration_s=round(time.monotonic() - clock, 3),
    )


def _looked_into(scan: TreeScan) -> int:
    """Files whose bytes were read and are no text."""
    return sum(one.reason == skips.BINARY for one in scan.coverage.skipped)


def _grouped(scan: TreeScan, overrides: Iterable[Override], progress: Progress | None) -> ScanReport:
    tell = progress or (lambda step, done, total: None)
    tell("components", 0, 1)
    parts = group(scan)
    tell("components", 1, 1)
    report = ScanReport(
        scan=replace(scan, files=parts.files), components=parts.components, started_at="", duration_s=0.0
    )
    given = tuple(overrides)
    if not given:
        return report
    from migration_engine.coupling.overrides import with_overrides

    return with_overrides(report, given).report
