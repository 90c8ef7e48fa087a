"""Compares the Python imports of a tree with what `ruff analyze graph` makes of them."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from migration_engine.intake import open_tree
from migration_engine.model import EdgeKind, RuleSet
from migration_engine.scan import scan_tree

Pair = tuple[str, str]
_MODULES = (".py", ".pyi", ".ipynb")
_ENOUGH = 99.5


def main() -> int:
    options = _options()
    shares = [_compare(tree.resolve(), listing=options.list) for tree in options.trees]
    return 0 if min(shares) >= _ENOUGH else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trees", type=Path, nargs="+", help="folders with Python sources")
    parser.add_argument("--list", action="store_true", help="name every difference")
    return parser.parse_args()


def _compare(tree: Path, *, listing: bool) -> float:
    ours, files = _ours(tree)
    theirs = {pair for pair in _theirs(tree) if files.issuperset(pair)}
    share = 100 * len(ours & theirs) / max(1, len(ours | theirs))
    differences = sorted(
        (*_told("only ruff", theirs - ours, files), *_told("only here", ours - theirs, files))
    )
    _say(f"{tree.name}: ruff {len(theirs)}, here {len(ours)}, equal {share:.2f} %")
    for (side, reason), count in sorted(Counter(told[:2] for told in differences).items()):
        _say(f"  {side:9} {count:5}  {reason}")
    if listing:
        _say(*(f"    {side}: {source} -> {target}" for side, _, source, target in differences))
    return share


def _ours(tree: Path) -> tuple[set[Pair], frozenset[str]]:
    """The imports of the tree, read without any rule, and all its files."""
    with open_tree(str(tree)) as opened:
        scan = scan_tree(opened, RuleSet((), "none"))
    imports = (edge for edge in scan.edges if edge.kind is EdgeKind.IMPORT)
    pairs = {(edge.source, edge.target) for edge in imports if edge.source.endswith(_MODULES)}
    return pairs, frozenset(file.path for file in scan.files)


def _theirs(tree: Path) -> set[Pair]:
    ruff = Path(sys.executable).with_name("ruff")
    command = [ruff, "analyze", "graph", "--preview", "--isolated", "--config", 'src=[".", "src"]', "."]
    answer = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=True)
    graph: dict[str, list[str]] = json.loads(answer.stdout)
    return {(source, target) for source, targets in graph.items() for target in targets if source != target}


def _told(side: str, pairs: set[Pair], files: frozenset[str]) -> Iterator[tuple[str, str, str, str]]:
    for source, target in pairs:
        yield side, _reason(side, source, target, files), source, target


def _reason(side: str, source: str, target: str, files: frozenset[str]) -> str:
    """The kind of a difference, told by where both files lie."""
    home, place = source.rpartition("/")[0], target.removesuffix("/__init__.py").rpartition("/")[0]
    loose = any(f"{folder}/__init__.py" not in files for folder in (home, place))
    if source.endswith(".ipynb"):
        return "a notebook whose cells hold commands"
    if side == "only here" and loose and _nearby(home, place):
        return "a relative import or a neighbour in a folder without __init__.py"
    if side == "only ruff" and loose and not source.startswith(f"{place}/"):
        return "a package from outside that is called like a file of a folder off the import path"
    return "another reason"


def _nearby(home: str, place: str) -> bool:
    return home == place or home.startswith(f"{place}/")


def _say(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
