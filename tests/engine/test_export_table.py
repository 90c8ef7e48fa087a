"""The table for a terminal."""

from dataclasses import replace

from migration_engine.export.table import to_table
from migration_engine.model import (
    Coverage,
    FindingStatus,
    LooseEnd,
    LoosePackage,
    RuleKind,
    RuleSet,
    Skipped,
)
from tests.engine.coupling.scans import WEAK, finding, report, scan, small_app, small_rule


def test_components_come_by_layer_from_the_top():
    lines = to_table(report(small_app())).splitlines()

    assert lines[0] == "docqa: 5 of 5 files read, 5 components (2 strong, 1 weak, 2 none)"
    assert [line.split()[0] for line in lines[4:9]] == ["L5", "L4", "L3", "L2", "L1"]


def test_open_findings_are_counted_by_rule_with_their_first_place():
    tree = scan(["a/x.py"], findings=[finding("a/x.py", line=7), finding("a/x.py", line=2)])

    last = to_table(report(tree)).splitlines()[-1]

    assert last.split() == ["2", "strong", "torch-cuda-call", "torch-cuda-call", "a/x.py:2"]


def test_the_head_says_how_many_places_are_npu_aware_and_counts_debt_apart():
    rules = RuleSet(
        (small_rule("torch-cuda-call", RuleKind.COUPLING), small_rule("prompt-in-code", RuleKind.DEBT)), "1"
    )
    found = [
        finding("a/x.py", line=1),
        finding("a/x.py", WEAK, line=2),
        finding("a/x.py", line=3, status=FindingStatus.HANDLED),
        finding("a/x.py", line=4, status=FindingStatus.TEST),
        finding("a/x.py", WEAK, line=5, rule="prompt-in-code"),
    ]

    lines = to_table(report(scan(["a/x.py"], findings=found, ruleset=rules))).splitlines()

    assert lines[1:3] == ["Already NPU-aware: 1 of 3 places", "Counted apart: 1 place of debt"]
    assert [line.split()[1:3] for line in lines[-3:]] == [
        ["debt", "prompt-in-code"],
        ["strong", "torch-cuda-call"],
        ["weak", "torch-cuda-call"],
    ]


def test_a_clean_repository_says_so():
    assert "No open findings." in to_table(report(scan(["a/x.py"])))


def test_what_was_not_read_is_named():
    tree = replace(scan(["a/x.py"]), coverage=Coverage(2, 1, (Skipped("b.bin", "binary"),), 1))

    assert "not read: b.bin: binary" in to_table(report(tree))


def test_escape_sequences_in_names_never_reach_the_terminal():
    assert "\x1b" not in to_table(report(scan(["a\x1b[31m/x.py"])))


def test_a_package_on_one_side_alone_is_named_with_its_first_place():
    loose = (
        LoosePackage("xformers", LooseEnd.DECLARED, "requirements.txt", 3),
        LoosePackage("apex", LooseEnd.IMPORTED, "a/x.py", 1),
        LoosePackage("apex", LooseEnd.IMPORTED, "a/y.py", 9),
    )

    lines = to_table(report(replace(scan(["a/x.py"]), packages=loose))).splitlines()

    assert lines[-2:] == [
        "declared, imported nowhere, so cheap to drop: xformers (requirements.txt:3)",
        "imported, declared nowhere, a hidden dependency: apex (a/x.py:1)",
    ]
