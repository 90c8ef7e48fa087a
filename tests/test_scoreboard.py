"""The scoreboard in the README is whole: a row for each fault that is tested, none lost, none doubled."""

import re
from pathlib import Path

from tests.faults.scoreboard import BEGIN, END, HEAD, README, scoreboard

FAULTS = Path(__file__).parent / "faults"
ROW = re.compile(
    r"\| (?P<fault>[^|:]+)(: [^|]+)? \| \d+ \| \d+ \| (?P<lost>\d+) \| (?P<doubled>\d+) \| [\d./ ]*\|"
)
TOTALS = re.compile(
    r"Jobs lost \*\*0 of \d+\*\*, doubled \*\*0\*\*, under \d+ faults of \d+ kinds; recovery p50 [\d.]+ s, "
    r"p95 [\d.]+ s with leases of 4 s and a sweep each second\. \d{4}-\d\d-\d\d, .+\."
)


def named_by_tests() -> set[str]:
    """Return the faults that the tests name."""
    texts = (file.read_text(encoding="utf-8") for file in FAULTS.glob("test_*.py"))
    return {fault for text in texts for fault in re.findall(r'(?:settle|record)\([^"]*"([^"]+)"', text)}


def shown() -> list[str]:
    text = README.read_text(encoding="utf-8")
    return text.partition(BEGIN)[2].partition(END)[0].strip().splitlines()


def test_the_readme_tells_of_every_fault_that_is_tested() -> None:
    totals, _, *table = shown()
    rows = [ROW.fullmatch(line) for line in table[2:]]

    assert TOTALS.fullmatch(totals)
    assert tuple(table[:2]) == HEAD
    assert all(rows)
    assert {row["fault"] for row in rows if row} == named_by_tests()
    assert {(row["lost"], row["doubled"]) for row in rows if row} == {("0", "0")}


def test_a_scoreboard_adds_up_and_sorts_what_was_found() -> None:
    found = [
        {"fault": "R10 late", "jobs": 2, "lost": 0, "doubled": 0, "faults": 2, "recoveries": [1.0, 3.0]},
        {"fault": "R2 early", "jobs": 1, "lost": 1, "doubled": 0, "faults": 1, "denied": 3, "tried": 4},
        {"fault": "R10 late", "jobs": 3, "lost": 0, "doubled": 0, "faults": 1, "recoveries": [2.0]},
    ]

    totals, _, _, _, *rows = scoreboard(found)
    told, _, speed = totals.partition("; ")

    assert totals.startswith(
        "Jobs lost **1 of 6**, doubled **0**, under 4 faults of 2 kinds; recovery p50 2.0 s"
    )
    assert rows == [
        "| R2 early: denied 3 of 4 | 1 | 1 | 1 | 0 |  |",
        "| R10 late | 3 | 5 | 0 | 0 | 2.0 / 3.0 |",
    ]
