"""CPU seconds of a scan beside those of ast.parse, ripgrep and semgrep, taken in turns in one run."""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from migration_engine.rules import load_catalogue
from migration_engine.scan.search.clues import Clues

_SEMGREP_RULES = Path(__file__).with_name("semgrep_rules.yaml")
_PARSE = """
import ast, pathlib, sys, warnings
warnings.simplefilter("ignore")
for path in pathlib.Path(sys.argv[1]).rglob("*.py"):
    try:
        ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, RecursionError):
        pass
"""


def main() -> None:
    options = _options()
    for tree in options.trees:
        with tempfile.TemporaryDirectory() as scratch:
            commands = _commands(tree, Path(scratch), options)
            taken: dict[str, list[tuple[float, int]]] = {name: [] for name in commands}
            for _ in range(options.runs):
                for name, command in commands.items():
                    taken[name].append(_measured(command))
        _tell(tree, taken)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trees", nargs="+", type=Path, metavar="TREE")
    parser.add_argument("--runs", type=int, default=5, help="Medians are of so many; default 5.")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--semgrep", type=Path, help="The program, in an environment of its own.")
    return parser.parse_args()


def _commands(tree: Path, scratch: Path, options: argparse.Namespace) -> Mapping[str, Sequence[str]]:
    ours = [sys.executable, "-m", "migration_engine.cli", "scan", str(tree), "--no-progress"]
    commands: dict[str, Sequence[str]] = {
        "npu-migrate scan": [*ours, "--jobs", str(options.jobs), "--output", str(scratch / "scan.json")],
        "ast.parse of .py": [sys.executable, "-c", _PARSE, str(tree)],
    }
    if ripgrep := shutil.which("rg"):
        words = scratch / "words.txt"
        words.write_text("\n".join(Clues(load_catalogue()).expressions()), "utf-8")
        commands["ripgrep, our words"] = [ripgrep, "--no-unicode", "-c", "-f", str(words), str(tree)]
    else:
        sys.stderr.write("ripgrep is not installed: skipped\n")
    if options.semgrep:
        wishes = (
            "--config",
            str(_SEMGREP_RULES),
            "--metrics=off",
            "--disable-version-check",
            "--quiet",
            "--json",
        )
        commands["semgrep, 30 rules"] = [str(options.semgrep), "scan", *wishes, str(tree)]
    else:
        sys.stderr.write("no --semgrep: skipped\n")
    return commands


def _measured(command: Sequence[str]) -> tuple[float, int]:
    """CPU seconds of the process and all that it started and waited for, and the largest of them in KiB."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PATH": f"{Path(command[0]).parent}:{os.environ['PATH']}"}
    subprocess.run(
        command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, after.ru_maxrss


def _tell(tree: Path, taken: Mapping[str, list[tuple[float, int]]]) -> None:
    size = sum(path.stat().st_size for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    medians = {name: statistics.median(seconds for seconds, _ in runs) for name, runs in taken.items()}
    ours = medians["npu-migrate scan"]
    sys.stdout.write(f"{tree.name}: {size / 1e6:.1f} MB, medians of {len(next(iter(taken.values())))}\n")
    for name, seconds in medians.items():
        sys.stdout.write(f"  {name:<20} {seconds:8.2f} CPU s   ours / this {ours / seconds:6.2f}\n")


if __name__ == "__main__":
    main()
