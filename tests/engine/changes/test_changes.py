"""What became of each finding between two scans, and what stops a pipeline."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from migration_engine.changes import ChangeKind, Limits, compare, judge
from migration_engine.export.changes import changes_document, changes_table, verdict_junit, verdict_table
from migration_engine.export.sarif import to_sarif
from migration_engine.model import Coupling, FindingStatus, RuleFailure, RuleKind, RuleSet, Skipped
from tests.engine.coupling.scans import WEAK, finding, report, scan, small_rule, source_file


def a_report(*findings, files=("a.py", "b.py"), **coverage):
    tree = scan(files, findings=findings)
    return report(replace(tree, coverage=replace(tree.coverage, **coverage)))


def kinds(old, new):
    return [(one.kind.value, one.finding.path) for one in compare(old, new).changes]


def at(one, line):
    """The same finding, some lines further down."""
    return replace(one, span=replace(one.span, line=line, end_line=line))


A, B = finding("a.py"), finding("b.py")


def test_the_same_scan_twice_has_no_change():
    counts = compare(a_report(A, B), a_report(A, B)).counts

    assert {kind: count for kind, count in counts.items() if count} == {ChangeKind.SAME: 2}


def test_new_and_gone_are_told_by_fingerprint():
    assert kinds(a_report(A), a_report(B)) == [("gone", "a.py"), ("new", "b.py")]


def test_lines_inserted_above_move_a_finding_and_no_more():
    assert kinds(a_report(A), a_report(at(A, 40))) == [("moved", "a.py")]


def test_a_renamed_file_takes_its_findings_along():
    moved = replace(A, path="c.py", fingerprint="other")
    renamed = replace(source_file("c.py"), hash=source_file("a.py").hash)

    assert kinds(a_report(A), a_report(moved, files=(renamed, "b.py"))) == [("moved", "c.py")]


@pytest.mark.parametrize(
    "different", [{"status": FindingStatus.HANDLED}, {"coupling": Coupling.WEAK}], ids=["status", "coupling"]
)
def test_another_status_or_coupling_is_a_change(different):
    assert kinds(a_report(A), a_report(replace(A, **different))) == [("changed", "a.py")]


@pytest.mark.parametrize(
    "missing",
    [
        {"rules_failed": (RuleFailure(A.rule, "took too long"),)},
        {"skipped": (Skipped("a.py", "too large"),)},
    ],
    ids=["rule", "file"],
)
def test_what_nobody_looked_for_again_is_not_gone(missing):
    [change] = compare(a_report(A), a_report(**missing)).changes

    assert change.kind is ChangeKind.NOT_CHECKED
    assert change.why in ("took too long", "too large")


def test_other_rules_are_said():
    old = a_report(A)
    new = replace(old, scan=replace(old.scan, ruleset=RuleSet((), "2")))

    assert changes_document(compare(old, new))["rules_differ"] is True
    assert "different rules" in changes_table(compare(old, new))


def test_a_table_names_place_and_what_was_before():
    line = changes_table(compare(a_report(A), a_report(at(A, 40)))).splitlines()[-1]

    assert line.split()[0] == "moved"
    assert "a.py:40" in line
    assert line.endswith("a.py:3")


def test_a_limit_on_new_findings_ignores_what_was_known():
    old, new = a_report(A), a_report(A, B, finding("b.py", WEAK, line=9))
    strong, weak = judge(new, Limits(new_strong=0, new_weak=1), old).limits

    assert [(one.name, one.count, one.kept) for one in (strong, weak)] == [
        ("new strong", 1, False),
        ("new weak", 1, True),
    ]
    assert strong.found == (B,)


def test_a_finding_that_was_handled_and_is_open_again_is_new():
    old = a_report(replace(A, status=FindingStatus.HANDLED))

    assert not judge(a_report(A), Limits(new_strong=0), old).passed


def test_findings_in_tests_and_debt_do_not_count_as_strong():
    quiet = replace(A, status=FindingStatus.TEST)
    debt = replace(B, rule="prompt")
    tree = scan(["a.py", "b.py"], findings=[quiet, debt])
    rules = RuleSet((small_rule("prompt", RuleKind.DEBT),), "1")

    verdict = judge(report(replace(tree, ruleset=rules)), Limits(strong=0, debt=0))

    assert [(one.name, one.count) for one in verdict.limits] == [("strong", 0), ("debt", 1)]


def test_paths_that_were_not_read_can_be_limited():
    assert not judge(a_report(skipped=(Skipped("x", "binary"),)), Limits(skipped=0)).passed


def test_a_verdict_lists_what_broke_a_limit():
    verdict = judge(a_report(A), Limits(strong=0, weak=0))

    assert verdict_table(verdict).splitlines() == [
        "FAIL  strong: 1 found, 0 allowed",
        "      a.py:3: torch-cuda-call: torch.cuda.empty_cache",
        "ok    weak: 0 found, 0 allowed",
    ]


def test_junit_has_one_case_a_limit_and_holds_no_letter_that_xml_refuses():
    odd = replace(A, symbol="x\x01<&")
    text = verdict_junit(judge(a_report(odd), Limits(strong=0, weak=0)))
    suite = ElementTree.fromstring(text)  # noqa: S314 (our own)

    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert suite.find("testcase/failure").text.endswith("x\ufffd<&")


def test_sarif_says_since_when():
    old, new = a_report(A), a_report(A, B)
    results = to_sarif(new, compare(old, new))["runs"][0]["results"]

    assert [one["baselineState"] for one in results] == ["unchanged", "new"]
