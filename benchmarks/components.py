"""Scores layers and couplings of components against real applications that a person has labelled."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.component_truth import Label, Score, answer, certain_labels
from migration_engine.intake import open_tree
from migration_engine.report import scan_report
from migration_engine.rules import load_catalogue

_USAGE = """Each tree lies in TREES under the name owner+name@revision, laid out as files."""


def main() -> int:
    options = _options()
    labels = certain_labels(options.labels)
    trees = sorted({(one.repository, one.revision) for one in labels})
    present = [one for one in trees if _folder(options.trees, *one).is_dir()]
    score = Score()
    for repository, revision in present:
        sys.stderr.write(f"{repository}\n")
        mine = [one for one in labels if (one.repository, one.revision) == (repository, revision)]
        _add(score, mine, _folder(options.trees, repository, revision), options)
    sys.stdout.write("\n".join(_table(score, options.wrong)) + "\n")
    if absent := len(trees) - len(present):
        sys.stdout.write(f"trees that are not there: {absent}\n")
        return 1
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, epilog=_USAGE)
    parser.add_argument("labels", type=Path, help="file with one label a line, as JSON")
    parser.add_argument("trees", type=Path, help="folder with the trees")
    parser.add_argument("--cache", type=Path, help="folder for compiled rules")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--wrong", action="store_true", help="list every label that was missed")
    return parser.parse_args()


def _folder(root: Path, repository: str, revision: str) -> Path:
    return root / f"{repository.replace('/', '+')}@{revision}"


def _add(score: Score, labels: list[Label], folder: Path, options: argparse.Namespace) -> None:
    with open_tree(str(folder)) as tree:
        report = scan_report(tree, load_catalogue(), jobs=options.jobs, snippets="none", cache=options.cache)
    score.add(labels, {one.path: answer(report, one.path) for one in labels})


def _table(score: Score, with_wrong: bool) -> list[str]:
    confused = [
        f"  labelled {said} and called {called:<3}{count:6}"
        for (said, called), count in sorted(score.confused.items())
        if said != called
    ]
    wrong = [
        f"wrong {label.repository} {label.path}: "
        f"{'/'.join(label.layers)} {label.coupling}, not {said.layer or 'nothing'} {said.coupling}"
        for label, said in score.wrong
    ]
    return [
        f"components               {score.labels:6}",
        f"layer right              {score.share(score.layer):6.1%}",
        f"coupling right           {score.share(score.coupling):6.1%}",
        *confused,
        *(wrong if with_wrong else ()),
    ]


if __name__ == "__main__":
    sys.exit(main())
