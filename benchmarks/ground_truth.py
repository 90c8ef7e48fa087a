"""Scores the scanner on trees of real projects whose later NPU changes are known."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.truth import Score, certain_places, flagged, judged_lines, trees
from migration_engine.intake import SourceTree, open_tree
from migration_engine.model import Finding
from migration_engine.rules import load_catalogue
from migration_engine.scan import scan_tree

_USAGE = """Each tree lies in TREES under the name owner+name@revision, laid out as files."""


def main() -> int:
    options = _options()
    present = [one for one in trees(options.labels) if _folder(options.trees, *one).is_dir()]
    absent = len(trees(options.labels)) - len(present)
    score = Score.empty()
    for number, (repository, revision) in enumerate(present, start=1):
        _tell(f"\r{number}/{len(present)} {repository:44}")
        _add(score, options, repository, revision)
    _tell("\n")
    _say(*_table(score, partial=options.labelled_only))
    if options.missed:
        _say(
            *(
                f"missed {p.repository}@{p.revision[:8]} {p.path}:{p.first}-{p.last} {p.evidence} {p.kind}"
                for p in score.missed
            )
        )
    if absent:
        _say(f"trees that are not there: {absent}")
    return 1 if absent else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, epilog=_USAGE)
    parser.add_argument("labels", type=Path, help="folder with labels.jsonl and sample.jsonl")
    parser.add_argument("trees", type=Path, help="folder with the trees")
    parser.add_argument("--cache", type=Path, help="folder for compiled rules")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", type=Path, help="folder for the findings, one file a tree, as JSON")
    parser.add_argument("--missed", action="store_true", help="list every place that was missed")
    parser.add_argument(
        "--labelled-only",
        action="store_true",
        help="scan only files that hold a label: quick, but lines are not counted",
    )
    return parser.parse_args()


def _folder(root: Path, repository: str, revision: str) -> Path:
    return root / _name(repository, revision)


def _name(repository: str, revision: str) -> str:
    return f"{repository.replace('/', '+')}@{revision}"


def _add(score: Score, options: argparse.Namespace, repository: str, revision: str) -> None:
    mine = (repository, revision)
    places = [one for one in certain_places(options.labels) if (one.repository, one.revision) == mine]
    judged = [one for one in judged_lines(options.labels) if (one.repository, one.revision) == mine]
    with open_tree(str(_folder(options.trees, repository, revision))) as tree:
        wanted = {one.path for one in places} | {one.path for one in judged}
        part = _only(tree, wanted) if options.labelled_only else tree
        scan = scan_tree(part, load_catalogue(), jobs=options.jobs, snippets="none", cache=options.cache)
    if options.write:
        _write(options.write / f"{_name(repository, revision)}.json", scan.findings)
    score.add(flagged(scan.findings), places, judged)


def _write(path: Path, findings: Sequence[Finding]) -> None:
    """What another program needs to judge the same findings."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [
        {
            "file": one.path,
            "line": one.span.line,
            "line_end": one.span.end_line,
            "coupling": one.coupling,
            "status": one.status,
        }
        for one in findings
    ]
    path.write_text(json.dumps(rows), encoding="utf-8")


def _only(tree: SourceTree, wanted: set[str]) -> SourceTree:
    return replace(tree, entries=tuple(entry for entry in tree.entries if entry.path in wanted))


def _table(score: Score, *, partial: bool) -> list[str]:
    hit, judged = score.hit, score.judged
    open_yet, handled = hit["already_handled"], judged["already_handled"]
    rows = [
        f"{name:44}{score.recall(repository=name):8.1%}" for name in sorted({key[0] for key in score.places})
    ]
    return [
        *rows,
        f"recall within 2 lines, token and pattern    {score.recall():8.1%}  of {score.places.total()}",
        f"  mean of repositories                      {score.mean_recall():8.1%}",
        f"  pattern places                            {score.recall(evidence='pattern'):8.1%}",
        f"precision on the sample                     {score.precision():8.1%}  of {hit.total()} flagged",
        f"  must_change found                         {hit['must_change']:8} of {judged['must_change']}",
        f"  already_handled flagged                   {open_yet:8} of {handled}",
        f"lines flagged                               {'not counted' if partial else score.lines:>8}",
    ]


def _say(*rows: str) -> None:
    sys.stdout.write("\n".join(rows) + "\n")


def _tell(text: str) -> None:
    sys.stderr.write(text)


if __name__ == "__main__":
    sys.exit(main())
