"""The components benchmark asks a scan what a person was asked, and counts what both say alike."""

import json

from benchmarks.component_truth import Answer, Label, Score, answer, certain_labels
from migration_engine.model import FindingStatus, RuleKind, RuleSet
from tests.engine.coupling.scans import WEAK, finding, report, scan, small_rule, source_file

COUPLING = RuleSet((small_rule("torch-cuda-call", RuleKind.COUPLING),), "1")


def test_only_labels_that_were_certain_are_read(tmp_path):
    row = {"repo": "a/b", "sha": "1", "path": "web", "layer": "L5", "also": ["L4"], "coupling": "none"}
    rows = [row, {**row, "path": "odd", "certain": False}]
    (tmp_path / "labels.jsonl").write_text("\n".join(map(json.dumps, rows)))

    assert certain_labels(tmp_path / "labels.jsonl") == [Label("a/b", "1", "web", ("L5", "L4"), "none")]


def test_a_folder_has_the_layer_of_most_of_its_lines():
    tree = scan(
        [source_file("app/web/pages.py", lines=300), "app/device/pick.py", "apple/device/gpu.py"],
        imports={"app/web/pages.py": ("streamlit",), "app/device/pick.py": ("pynvml",)},
    )

    assert answer(report(tree), "app").layer == "L5"
    assert answer(report(tree), "app/device/pick.py").layer == "L1"
    assert answer(report(tree), "elsewhere") == Answer("", "none")


def test_the_tightest_open_finding_below_a_path_is_its_coupling():
    findings = [
        finding("app/a.py", WEAK),
        finding("app/b.py"),
        finding("app/c.py", status=FindingStatus.HANDLED),
        finding("app/d.py", status=FindingStatus.TEST),
        finding("app/e.py", rule="of-no-known-kind"),
    ]
    tree = report(scan([one.path for one in findings], findings=findings, ruleset=COUPLING))

    said = {path: answer(tree, path).coupling for path in ("app", *(one.path for one in findings))}

    assert list(said.values()) == ["strong", "weak", "strong", "handled", "none", "none"]


def test_an_also_accepted_layer_counts_as_right():
    score = Score()
    labels = [Label("a/b", "1", "x", ("L5", "L4"), "weak"), Label("a/b", "1", "y", ("L2",), "strong")]

    score.add(labels, {"x": Answer("L4", "weak"), "y": Answer("L1", "strong")})

    assert (score.labels, score.layer, score.coupling) == (2, 1, 2)
    assert score.share(score.layer) == 0.5
    assert [label.path for label, _ in score.wrong] == ["y"]
    assert score.confused["L2", "L1"] == 1
