"""Scans batches of files in several processes."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import cast

from migration_engine.intake import Entry, SourceTree
from migration_engine.intake.folder import FolderContents
from migration_engine.intake.tree import Contents
from migration_engine.scan.entries import Make, bytes_or_reason, outcome_of
from migration_engine.scan.one_file import FileScanner, Outcome

_AHEAD = 3
"""Batches per process that wait to be worked on: what they hold is memory."""

Loaded = list[tuple[Entry, bytes | str]]
_worker: list[tuple[FileScanner, Contents | None]] = []


def by_processes(
    tree: SourceTree, batches: Iterator[list[Entry]], make: Make, jobs: int
) -> Generator[list[Outcome]]:
    """A process reads the files of a folder itself; those of other sources are sent to it."""
    contents = tree.contents if isinstance(tree.contents, FolderContents) else None
    with ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_start, initargs=(make, contents)
    ) as pool:
        waiting: deque[Future[list[Outcome]]] = deque()
        for batch in batches:
            waiting.append(pool.submit(_work, batch if contents else _loaded(tree, batch)))
            if len(waiting) > _AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _loaded(tree: SourceTree, batch: Sequence[Entry]) -> Loaded:
    return [(entry, bytes_or_reason(tree.contents, entry)) for entry in batch]


def _start(make: Make, contents: Contents | None) -> None:
    gc.disable()  # as in the first process: few cycles are made
    _worker[:] = [(make(), contents)]


def _work(batch: Sequence[Entry] | Loaded) -> list[Outcome]:
    scanner, contents = _worker[0]
    return [
        outcome_of(scanner, one, bytes_or_reason(contents, one))
        if isinstance(one, Entry) and contents
        else outcome_of(scanner, *cast("tuple[Entry, bytes | str]", one))
        for one in batch
    ]
