"""CPU milliseconds of each stage of a scan in one process, from the start of Python to the document."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # all that a scan loads is loaded where the clock runs
    from migration_engine.intake import SourceTree
    from migration_engine.model import RuleSet, TreeScan
    from migration_engine.scan.one_file import Outcome

_HERE = "--here"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree")
    parser.add_argument("--runs", type=int, default=5, help="The least of so many, each in a new process.")
    parser.add_argument(_HERE, action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        _tell(_stages(options.tree))
        return
    command = [sys.executable, "-m", "benchmarks.stages", options.tree, _HERE]
    taken = [_read(subprocess.check_output(command, text=True)) for _ in range(options.runs + 1)]
    _tell({name: min(one.get(name, 0.0) for one in taken[1:]) for name in taken[-1]})


def _tell(taken: Mapping[str, float]) -> None:
    for name, spent in taken.items():
        sys.stdout.write(f"{spent:10.1f} {name}\n")


def _read(told: str) -> dict[str, float]:
    rows = (row.strip().partition(" ") for row in told.splitlines())
    return {name: float(spent) for spent, _, name in rows}


class _Clock:
    def __init__(self) -> None:
        self.taken: dict[str, float] = defaultdict(float)
        self._last = 0.0

    def done(self, name: str) -> None:
        """What was spent since the last time goes to this name."""
        now = time.process_time()
        self.taken[name] += 1000 * (now - self._last)
        self._last = now


def _stages(source: str) -> dict[str, float]:
    """The same calls as those of the command."""
    clock = _Clock()
    clock.done("Python")
    import migration_engine.cli.scan  # noqa: F401
    from migration_engine.cli import program  # noqa: F401

    clock.done("libraries and modules that every scan loads")
    from migration_engine.intake import open_tree
    from migration_engine.rules import load_catalogue
    from migration_engine.scan.run import _joined

    ruleset = load_catalogue()
    clock.done("rules")
    with open_tree(source) as tree:
        clock.done("files listed and hashed")
        outcomes = _files(tree, ruleset, clock)
        whole = _joined(tree, ruleset, outcomes)
        clock.done("edges, and what other files handle")
    _written(whole, clock)
    return dict(clock.taken) | {"all": sum(clock.taken.values())}


def _files(tree: SourceTree, ruleset: RuleSet, clock: _Clock) -> list[Outcome]:
    from migration_engine.scan.one_file import FileScan, FileScanner
    from migration_engine.scan.search.own import named_by_rules, own_roots, without_own

    own = named_by_rules(ruleset, own_roots(entry.path for entry in tree.entries))
    scanner = FileScanner(without_own(ruleset, own), snippets="context")
    clock.done("searches loaded")
    outcomes: list[Outcome] = []
    for entry in tree.entries:
        data = tree.read(entry)
        clock.done("files read")
        outcomes.append(scanner.scan(entry.path, data, entry.digest))
        last = outcomes[-1]
        clock.done(f"  {last.file.language}" if isinstance(last, FileScan) else "  skipped")
    return outcomes


def _written(whole: TreeScan, clock: _Clock) -> None:
    from migration_engine.export.document_lines import document_lines
    from migration_engine.report import _grouped

    report = _grouped(whole, (), None)
    clock.done("components")
    for _ in document_lines(report):
        pass
    clock.done("document")


if __name__ == "__main__":
    main()
