"""Scans a whole tree: what its files yield, and what only all of them together can tell."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from migration_engine.intake import SourceTree, skips
from migration_engine.intake.names import collisions
from migration_engine.model import Coverage, RuleSet, Skipped, TreeScan
from migration_engine.scan.batches import scanned
from migration_engine.scan.handled.marks import with_handled
from migration_engine.scan.languages import UNREAD
from migration_engine.scan.links.edges import edges_of
from migration_engine.scan.links.packages import loose_packages
from migration_engine.scan.one_file import FileScan, FileScanner, Outcome
from migration_engine.scan.search.own import named_by_rules, own_roots, without_own

if TYPE_CHECKING:
    from migration_engine.scan.kept import KeptScan

Progress = Callable[[str, int, int], None]


def scan_tree(
    tree: SourceTree,
    ruleset: RuleSet,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    snippets: str = "context",
    cache: Path | None = None,
    kept: Path | None = None,
) -> TreeScan:
    """All files of the tree in path order, with findings, edges and what was not looked at.

    Compiled rules are kept in the folder `cache`. In the folder `kept`, when one is given, is kept what each
    file yielded: at the next scan only the files that changed are read.
    """
    tell = progress or (lambda step, done, total: None)
    own = named_by_rules(ruleset, own_roots(entry.path for entry in tree.entries))
    foreign = without_own(ruleset, own)
    last = _kept_scan(kept, tree, ruleset, snippets, own) if kept else None
    known = last.recall(tree.entries) if last else {}
    unknown = [entry for entry in tree.entries if entry.path not in known]
    fresh = scanned(tree, unknown, partial(FileScanner, foreign, snippets=snippets, cache=cache), jobs)
    outcomes = tuple(_outcomes(tree, known, fresh, tell))
    if last:
        last.keep(tree.entries, outcomes, len(known))
    tell("edges", 0, 1)
    whole = _joined(tree, ruleset, outcomes)
    tell("edges", 1, 1)
    return replace(whole, files_read=len(tree.entries) - len(known))


def _kept_scan(
    folder: Path, tree: SourceTree, ruleset: RuleSet, snippets: str, own: frozenset[str]
) -> KeptScan:
    from migration_engine.scan.kept import KeptScan  # which most scans do without

    return KeptScan(folder, tree.source.name, ruleset, snippets, own)


def _joined(tree: SourceTree, ruleset: RuleSet, outcomes: Sequence[Outcome]) -> TreeScan:
    """What single files yield, with all that only the whole tree can tell."""
    scans = [one for one in outcomes if isinstance(one, FileScan)]
    edges, imports = edges_of(scans)
    findings = with_handled(scans, edges, ruleset)
    skipped = [one for one in outcomes if isinstance(one, Skipped)]
    return TreeScan(
        source=tree.source,
        files=tuple(scan.file for scan in scans),
        findings=findings,
        edges=edges,
        coverage=_coverage(tree, scans, skipped, ruleset),
        ruleset=ruleset,
        imports=imports,
        facts=tuple(fact for scan in scans for fact in scan.facts),
        operators=tuple(use for scan in scans for use in scan.operators),
        packages=loose_packages(scans, findings, imports, ruleset),
    )


def _outcomes(
    tree: SourceTree, known: Mapping[str, Outcome], fresh: Generator[list[Outcome]], tell: Progress
) -> Iterator[Outcome]:
    """One for each entry: what is known, and what the batches of all others yield, in the same order."""
    total, done = len(tree.entries), len(known)
    tell("files", done, total)
    batch: deque[Outcome] = deque()
    with closing(fresh):  # so that its processes end here
        for entry in tree.entries:
            if entry.path in known:
                yield known[entry.path]
                continue
            if not batch:
                batch.extend(next(fresh))
                done += len(batch)
                tell("files", done, total)
            yield batch.popleft()


def _coverage(
    tree: SourceTree, scans: Sequence[FileScan], skipped: Sequence[Skipped], ruleset: RuleSet
) -> Coverage:
    unread = (
        Skipped(scan.file.path, skips.NO_READER)
        for scan in scans
        if not scan.read and scan.file.language in UNREAD
    )
    left_out = sorted((*tree.skipped, *skipped, *unread), key=lambda one: one.path)
    return Coverage(
        files_total=len(tree.entries) + len(tree.skipped),
        files_scanned=sum(scan.read for scan in scans),
        skipped=tuple(left_out),
        rules_run=len(ruleset.rules),
        truncated=tuple(f"{scan.file.path}: {scan.note}" for scan in scans if scan.note),
        collisions=tuple(
            Skipped(path, skips.ONE_NAME_ELSEWHERE.format(other))
            for path, other in collisions(entry.path for entry in tree.entries)
        ),
        rules=tuple(rule.id for rule in ruleset.rules),
    )
