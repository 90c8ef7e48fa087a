"""CPU seconds of a scan beside those of ast.parse, ripgrep and semgrep, taken in turns in one run."""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.cost import Cost, cost_of
from migration_engine.rules import load_catalogue
from migration_engine.scan.search.clues import Clues

_FULL, _TWO, _AGAIN = "npu-migrate scan", "  with two processes", "  one file changed"
_FIRST, _START = "  nothing kept yet", "  a tree of one file"
_SEMGREP_RULES = Path(__file__).with_name("semgrep_rules.yaml")
_SETTLED_S = 2.5
_PARSE = """
import ast, pathlib, sys, warnings
warnings.simplefilter("ignore")
for path in pathlib.Path(sys.argv[1]).rglob("*.py"):
    try:
        ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, RecursionError, OSError):
        pass
"""


def main() -> None:
    options = _options()
    a_megabyte = [
        _measured(tree, copies, options) for tree in options.trees for copies in options.copies or [1]
    ]
    if len(a_megabyte) > 1:
        spread = max(a_megabyte) / min(a_megabyte) - 1
        sys.stdout.write(f"the dearest megabyte costs {spread:.0%} more than the cheapest\n")


def _measured(tree: Path, copies: int, options: argparse.Namespace) -> float:
    """CPU seconds of a full scan for each megabyte."""
    with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
        rounds = Rounds(_laid_out(tree, copies, Path(scratch)), Path(scratch), options)
        taken = [rounds.once() for _ in range(options.runs)]
        return _tell(rounds.tree, taken)


def _laid_out(tree: Path, copies: int, scratch: Path) -> Path:
    """A copy of the tree, or so many of them side by side."""
    laid = scratch / (tree.name if copies == 1 else f"{copies} times {tree.name}")
    for number in range(copies):
        shutil.copytree(tree, laid if copies == 1 else laid / str(number), symlinks=True)
    return laid


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trees", nargs="+", type=Path, metavar="TREE")
    parser.add_argument(
        "--copies",
        type=int,
        nargs="+",
        metavar="N",
        help="Lay each tree N times side by side, once for each N: how the cost grows with the size.",
    )
    parser.add_argument("--ours", action="store_true", help="Measure no other program.")
    parser.add_argument("--runs", type=int, default=5, help="Medians are of so many; default 5.")
    parser.add_argument("--semgrep", type=Path, help="The program, in an environment of its own.")
    parser.add_argument(
        "--scratch", type=Path, help="Where each tree is copied to, so that a file can change."
    )
    return parser.parse_args()


class Rounds:
    """Runs each tool once on the tree, one after the other, as often as asked."""

    def __init__(self, tree: Path, scratch: Path, options: argparse.Namespace) -> None:
        self.tree = tree
        time.sleep(_SETTLED_S)  # files that are younger than that are read again in any case
        self._scan = _scan_of(tree, scratch / "scan.json")
        self._again = [*self._scan, "--cache", str(scratch / "kept")]
        self._others = {} if options.ours else _others(tree, scratch, options.semgrep)
        self._one = _scan_of(_tree_of_one_file(scratch), scratch / "one.json")
        self._settings = _folders(scratch)
        cost_of(self._again, self._settings)
        cost_of(self._scan, self._settings)

    def once(self) -> Mapping[str, Cost]:
        """The cost by the name of the tool."""
        taken = {_FULL: self._cost(self._scan), _TWO: self._cost([*self._scan, "--jobs", "2"])}
        _change(self.tree)
        taken[_AGAIN] = self._cost(self._again)
        taken[_START] = self._cost(self._one)
        with tempfile.TemporaryDirectory() as empty:
            taken[_FIRST] = cost_of(self._scan, self._settings | {"XDG_CACHE_HOME": empty})
        return taken | {name: cost_of(command) for name, command in self._others.items()}

    def _cost(self, command: Sequence[str]) -> Cost:
        return cost_of(command, self._settings)


def _folders(scratch: Path) -> dict[str, str]:
    """Where rules and bytecode are kept from one run to the next, apart from those of the user."""
    return {
        "XDG_CACHE_HOME": str(scratch / "user"),
        "PYTHONPYCACHEPREFIX": str(scratch / "bytecode"),
    }


def _scan_of(tree: Path, output: Path) -> list[str]:
    program = [sys.executable, "-m", "migration_engine.cli", "scan"]
    return [*program, str(tree), "--no-progress", "--output", str(output)]


def _tree_of_one_file(scratch: Path) -> Path:
    tree = scratch / "one"
    tree.mkdir(exist_ok=True)
    (tree / "train.py").write_text("import torch\n\nmodel.cuda()\n")
    return tree


def _others(tree: Path, scratch: Path, semgrep: Path | None) -> Mapping[str, Sequence[str]]:
    commands: dict[str, Sequence[str]] = {"ast.parse of .py": [sys.executable, "-c", _PARSE, str(tree)]}
    if ripgrep := shutil.which("rg"):
        words = scratch / "words.txt"
        words.write_text("\n".join(_for_ripgrep(Clues(load_catalogue()).expressions())), "utf-8")
        commands["ripgrep, our words"] = [ripgrep, "--no-unicode", "-c", "-f", str(words), str(tree)]
    else:
        sys.stderr.write("ripgrep is not installed: skipped\n")
    if semgrep:
        wishes = ["--metrics=off", "--disable-version-check", "--quiet", "--json", "--no-git-ignore"]
        rules = ["--config", str(_SEMGREP_RULES)]
        commands["semgrep, 30 rules"] = [str(semgrep), "scan", *rules, *wishes, str(tree)]
    else:
        sys.stderr.write("no --semgrep: skipped\n")
    return commands


def _for_ripgrep(expressions: Iterable[str]) -> Iterator[str]:
    """It reads line by line, knows no needless escapes, and in bytes no letters beyond ASCII."""
    plain = (one for one in expressions if one.isascii() and r"\n" not in one)
    return (one.replace(r"\"", '"').replace(r"\'", "'") for one in plain)


def _change(tree: Path) -> None:
    """One more line in one file."""
    with min(tree.rglob("*.py")).open("a") as file:
        file.write("# changed\n")


def _tell(tree: Path, taken: Sequence[Mapping[str, Cost]]) -> float:
    """Returns CPU seconds of a full scan for each megabyte."""
    size = (
        sum(path.stat().st_size for path in tree.rglob("*") if path.is_file() and not path.is_symlink()) / 1e6
    )
    medians = {name: _median([one[name] for one in taken]) for name in taken[0]}
    bests = {name: min(one[name].cpu for one in taken) for name in taken[0]}
    ours = medians[_FULL].cpu
    sys.stdout.write(f"{tree.name}: {size:.1f} MB, medians of {len(taken)}\n")
    for name, cost in medians.items():
        sys.stdout.write(
            f"  {name:<20} {cost.cpu:8.2f} CPU s {bests[name]:8.2f} best {cost.wall:8.2f} s"
            f" {cost.largest:6.0f} MiB largest {cost.worker:6.0f} a worker {cost.together:6.0f} together"
            f"   ours / this {ours / cost.cpu:6.2f}\n"
        )
    serial = medians[_TWO].own_cpu / medians[_TWO].cpu
    again = medians[_AGAIN].cpu / ours
    sys.stdout.write(
        f"  {1000 * ours / size:.0f} CPU ms a MB; serial share with two processes {serial:.0%}; "
        f"one file changed {again:.1%} of all\n"
    )
    sys.stdout.flush()
    return ours / size


def _median(costs: Sequence[Cost]) -> Cost:
    return Cost(*(statistics.median(getattr(one, name) for one in costs) for name in Cost.__slots__))


if __name__ == "__main__":
    main()
