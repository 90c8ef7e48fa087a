"""SARIF: places, levels, suppressions, and what was not looked at."""

from copy import deepcopy
from dataclasses import replace

from migration_engine.changes import compare
from migration_engine.export.sarif import Suppressed, to_sarif
from migration_engine.model import Coverage, FindingStatus, RuleFailure, RuleKind, RuleSet, Skipped
from tests.engine.coupling.scans import WEAK, finding, report, scan, small_app, small_rule
from tests.engine.sarif_profile import mistakes


def run(tree):
    return to_sarif(report(tree))["runs"][0]


def test_each_finding_is_a_result_at_its_place():
    results = run(small_app())["results"]

    device = next(one for one in results if one["ruleId"] == "torch-cuda-call")
    place = device["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "device/pick.py", "uriBaseId": "SRCROOT"}
    assert place["region"] == {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 27}
    assert device["properties"]["component"] == "device"


def test_strong_is_an_error_and_weak_a_warning():
    tree = scan(["a/x.py"], findings=[finding("a/x.py"), finding("a/x.py", WEAK, line=9)])

    assert [one["level"] for one in run(tree)["results"]] == ["error", "warning"]


def test_what_asks_for_nothing_is_suppressed_with_its_reason():
    statuses = list(FindingStatus)
    tree = scan(
        ["a/x.py"],
        findings=[finding("a/x.py", line=line, status=status) for line, status in enumerate(statuses, 1)],
    )

    results = run(tree)["results"]

    assert "suppressions" not in results[statuses.index(FindingStatus.OPEN)]
    assert sum("suppressions" in one for one in results) == len(statuses) - 1


def test_a_path_with_blanks_and_umlauts_is_a_valid_reference():
    tree = scan(["a b/ü#.py"], findings=[finding("a b/ü#.py")])

    place = run(tree)["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b/%C3%BC%23.py"


def test_what_was_not_read_or_not_checked_is_said():
    tree = scan(["a/x.py"])
    coverage = Coverage(
        2, 1, (Skipped("a/big.bin", "too large"),), 3, (RuleFailure("slow-rule", "took too long"),)
    )

    invocation = run(replace(tree, coverage=coverage))["invocations"][0]

    assert invocation["executionSuccessful"] is False
    texts = [one["message"]["text"] for one in invocation["toolExecutionNotifications"]]
    assert texts == ["Not read: too large", "Rule slow-rule did not run: took too long"]
    place = invocation["toolExecutionNotifications"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "a/big.bin", "uriBaseId": "SRCROOT"}


def test_the_time_is_written_as_the_format_demands():
    written = replace(report(small_app()), started_at="2026-11-30T22:00:00+00:00")

    assert to_sarif(written)["runs"][0]["invocations"][0]["startTimeUtc"] == "2026-11-30T22:00:00Z"


def test_the_whole_log_satisfies_the_standard():
    tree = small_app()
    statuses = [
        finding("device/pick.py", line=line, status=one) for line, one in enumerate(FindingStatus, 40)
    ]
    coverage = Coverage(
        9, 5, (Skipped("ü/big.bin", "too large"),), 3, (RuleFailure("slow", "late"),), ("a: cut",)
    )
    rules = RuleSet((small_rule("flash-attn", RuleKind.COUPLING),), "1")
    old = report(tree)
    words = {one.fingerprint: Suppressed("not ours") for one in statuses}
    new = report(replace(tree, findings=(*tree.findings, *statuses), coverage=coverage, ruleset=rules))

    for log in (to_sarif(new), to_sarif(new, compare(old, new)), to_sarif(new, said=words)):
        assert mistakes(log) == []


def test_what_people_said_stands_before_what_the_scanner_concluded():
    tree = scan(["a/x.py"], findings=[finding("a/x.py", status=FindingStatus.HANDLED)])
    [found] = tree.findings

    log = to_sarif(report(tree), said={found.fingerprint: Suppressed("not ours", "underReview")})

    [result] = log["runs"][0]["results"]
    assert result["suppressions"] == [
        {"kind": "external", "status": "underReview", "justification": "not ours"}
    ]


def test_the_check_of_the_standard_finds_what_no_schema_can():
    log = to_sarif(report(small_app()))
    broken = deepcopy(log)
    broken["runs"][0]["results"][0]["ruleIndex"] = 7
    broken["runs"][0]["originalUriBaseIds"] = {}

    assert "rule 7 is not" in mistakes(broken)[0] and "no base of" in mistakes(broken)[1]


def test_a_rule_helps_in_markdown():
    help_text = to_sarif(
        report(replace(small_app(), ruleset=RuleSet((small_rule("x", RuleKind.COUPLING),), "1")))
    )
    rule = help_text["runs"][0]["tool"]["driver"]["rules"][0]

    assert "**Replacement** (rewrite; vouched for: unverified): Something" in rule["help"]["markdown"]
