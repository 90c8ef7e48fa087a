"""Scans a whole tree, on one processor or several, with the same result."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import cast

from migration_engine.intake import Entry, SourceTree, skips
from migration_engine.intake.folder import FolderContents
from migration_engine.intake.names import collisions
from migration_engine.intake.tree import Contents
from migration_engine.model import Coverage, RuleSet, Skipped, TreeScan
from migration_engine.scan.handled.marks import with_handled
from migration_engine.scan.kept import KeptScan, Outcome
from migration_engine.scan.languages import UNREAD
from migration_engine.scan.links.edges import edges_of
from migration_engine.scan.links.packages import loose_packages
from migration_engine.scan.one_file import FileScan, FileScanner
from migration_engine.scan.search.own import named_by_rules, own_roots, without_own

Progress = Callable[[str, int, int], None]
_BATCH_BYTES = 1024 * 1024
_SMALL = 200
_AHEAD = 3
"""Batches per process that wait to be worked on: what they hold is memory."""


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
    last = KeptScan(kept, tree.source.name, ruleset, snippets, own) if kept else None
    known = last.recall(tree.entries) if last else {}
    fresh = _scanned(tree, foreign, jobs, snippets, cache, known)
    outcomes = tuple(_outcomes(tree, known, fresh, tell))
    if last:
        last.keep(tree.entries, outcomes, len(known))
    tell("edges", 0, 1)
    whole = _joined(tree, ruleset, outcomes)
    tell("edges", 1, 1)
    return replace(whole, files_read=len(tree.entries) - len(known))


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


def _scanned(
    tree: SourceTree,
    ruleset: RuleSet,
    jobs: int,
    snippets: str,
    cache: Path | None,
    known: Mapping[str, Outcome],
) -> Generator[list[Outcome]]:
    """The outcomes of all entries that are not known, in batches."""
    entries = [entry for entry in tree.entries if entry.path not in known]
    if not entries:
        return
    if jobs <= 1 or len(entries) < _SMALL:
        scanner = FileScanner(ruleset, snippets=snippets, cache=cache)
        for batch in _batches(entries):
            yield [_scan(scanner, tree, entry) for entry in batch]
        return
    contents = tree.contents if isinstance(tree.contents, FolderContents) else None
    with ProcessPoolExecutor(
        jobs,
        mp_context=get_context("spawn"),
        initializer=_start,
        initargs=(ruleset, snippets, cache, contents),
    ) as pool:
        waiting: deque[Future[list[Outcome]]] = deque()
        for batch in _batches(entries):
            waiting.append(pool.submit(_work, batch if contents else _loaded(tree, batch)))
            if len(waiting) > _AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _batches(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Consecutive entries of about one size in bytes: files differ a thousandfold."""
    batch: list[Entry] = []
    held = 0
    for entry in entries:
        batch.append(entry)
        held += entry.size + 512
        if held >= _BATCH_BYTES:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


Loaded = list[tuple[Entry, bytes | str]]
_worker: list[tuple[FileScanner, Contents | None]] = []


def _start(ruleset: RuleSet, snippets: str, cache: Path | None, contents: Contents | None) -> None:
    """A worker reads the files of a folder itself; those of other sources are sent to it."""
    _worker[:] = [(FileScanner(ruleset, snippets=snippets, cache=cache), contents)]


def _loaded(tree: SourceTree, batch: Sequence[Entry]) -> Loaded:
    return [(entry, _bytes_or_reason(tree.contents, entry)) for entry in batch]


def _work(batch: Sequence[Entry] | Loaded) -> list[Outcome]:
    scanner, contents = _worker[0]
    return [
        _judge(scanner, one, _bytes_or_reason(contents, one))
        if isinstance(one, Entry) and contents
        else _judge(scanner, *cast("tuple[Entry, bytes | str]", one))
        for one in batch
    ]


def _scan(scanner: FileScanner, tree: SourceTree, entry: Entry) -> Outcome:
    return _judge(scanner, entry, _bytes_or_reason(tree.contents, entry))


def _judge(scanner: FileScanner, entry: Entry, data: bytes | str) -> Outcome:
    return (
        Skipped(entry.path, data) if isinstance(data, str) else scanner.scan(entry.path, data, entry.digest)
    )


def _bytes_or_reason(contents: Contents, entry: Entry) -> bytes | str:
    try:
        return contents.read(entry)
    except OSError as error:
        return skips.NO_READING.format(error.strerror)


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
