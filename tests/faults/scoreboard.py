"""Writes what the fault tests found into README.md: `python -m tests.faults.scoreboard FIGURES`."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
README = HERE.parents[1] / "README.md"
BEGIN, END = "<!-- scoreboard: written by make faults -->", "<!-- end of scoreboard -->"
HEAD = (
    "| fault | times | jobs | lost | doubled | recovery p50 / p95 s |",
    "|---|---:|---:|---:|---:|---:|",
)
UNITS = {
    "seconds": "seconds",
    "posts_s": "posts a second",
    "denied": "denied",
    "executed": "executed",
    "errors": "pages failed",
    "orphans": "orphans left",
    "stuck": "stuck",
    "refused": "refused",
    "loss": "throughput of the others lost %",
    "mb": "MB",
    "save_s": "seconds to save",
    "restore_s": "seconds to restore",
    "disk_mb": "MB of disk",
}

Figures = Mapping[str, Any]


def main() -> None:
    """Replace the scoreboard between its marks, once something was noted of every fault."""
    figures = [json.loads(line) for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    if missing := sorted(named_by_tests() - {one["fault"] for one in figures}, key=_order):
        sys.exit(f"README.md stays as it was, nothing was noted of: {'; '.join(missing)}. Run all of them.")
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    board = "\n".join(scoreboard(figures))
    README.write_text(f"{before}{BEGIN}\n{board}\n{END}{after}", encoding="utf-8")


def named_by_tests() -> set[str]:
    """Return the faults that the tests name."""
    texts = (file.read_text(encoding="utf-8") for file in HERE.glob("test_*.py"))
    return {fault for text in texts for fault in re.findall(r'(?:settle|record)\([^"]*"([^"]+)"', text)}


def scoreboard(figures: list[Figures]) -> list[str]:
    """Return the lines: one sentence of totals, then a row for each kind of fault."""
    by_fault: dict[str, list[Figures]] = {}
    for one in figures:
        by_fault.setdefault(one["fault"], []).append(one)
    ordered = sorted(by_fault.items(), key=lambda item: _order(item[0]))
    return [_totals(figures, len(by_fault)), "", *HEAD, *(_row(fault, of) for fault, of in ordered)]


def _totals(figures: list[Figures], kinds: int) -> str:
    recoveries = [seconds for one in figures for seconds in one.get("recoveries", ())]
    today = datetime.now(UTC).date().isoformat()
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    return (
        f"Jobs lost **{_sum(figures, 'lost')} of {_sum(figures, 'jobs')}**, doubled "
        f"**{_sum(figures, 'doubled')}**, under {_sum(figures, 'faults')} faults of {kinds} kinds; "
        f"recovery p50 {_quantile(recoveries, 0.5)} s, p95 {_quantile(recoveries, 0.95)} s "
        f"with leases of 4 s and a sweep each second. {today}, {machine}."
    )


def _row(fault: str, figures: list[Figures]) -> str:
    recoveries = [seconds for one in figures for seconds in one.get("recoveries", ())]
    recovery = f"{_quantile(recoveries, 0.5)} / {_quantile(recoveries, 0.95)}" if recoveries else ""
    counted = [_told(figures, name, unit) for name, unit in UNITS.items() if name in figures[0]]
    name = ": ".join([fault, ", ".join(counted)]) if counted else fault
    sums = (_sum(figures, what) for what in ("faults", "jobs", "lost", "doubled"))
    return "| " + " | ".join([name, *(str(number) for number in sums), recovery]) + " |"


def _told(figures: list[Figures], name: str, unit: str) -> str:
    number = _sum(figures, name)
    return f"{unit} {number} of {_sum(figures, 'tried')}" if "tried" in figures[0] else f"{unit} {number}"


def _sum(figures: Iterable[Figures], name: str) -> int:
    return sum(one.get(name, 0) for one in figures)


def _quantile(values: list[float], share: float) -> str:
    ordered = sorted(values)
    return f"{ordered[min(len(ordered) - 1, int(len(ordered) * share))]:.1f}" if ordered else "?"


def _order(fault: str) -> tuple[int, int, str]:
    """R1 before R10, R before S, and what has no number last."""
    numbered = re.match(r"([RS])(\d+) ", fault)
    return ("RS".index(numbered[1]), int(numbered[2]), fault) if numbered else (2, 0, fault)


if __name__ == "__main__":
    main()
