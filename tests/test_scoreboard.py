"""The scoreboard in the README is whole: a row for each fault that is tested, none lost, none doubled."""

import re

from tests.faults.scoreboard import BEGIN, END, HEAD, README, named_by_tests, scoreboard

NUMBERS = {*(f"R{number}" for number in range(1, 19)), "S16", "S17", "S18", "S22"}
ROW = re.compile(
    r"\| (?P<fault>[^|:]+)(: [^|]+)? \| \d+ \| \d+ \| (?P<lost>\d+) \| (?P<doubled>\d+) \| [\d./ ]*\|"
)
TOTALS = re.compile(
    r"Jobs lost \*\*0 of \d+\*\*, doubled \*\*0\*\*, under \d+ faults of \d+ kinds; recovery p50 [\d.]+ s, "
    r"p95 [\d.]+ s with leases of 4 s and a sweep each second\. \d{4}-\d\d-\d\d, .+\."
)


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
    assert {fault.split()[0] for fault in named_by_tests()} >= NUMBERS
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
