"""A whole tree: the same answer however it is read, and an honest account of what was not read."""

import os
from pathlib import Path

import pytest

from migration_engine.intake import open_tree
from migration_engine.scan import scan_tree
from migration_engine.scan.search.prefilter import Prefilter
from tests.engine.scan.reading import catalogue, found, scan

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def test_names_that_differ_in_case_or_composition_alone_are_read_and_listed():
    coverage = scan({"a.py": "", "A.py": "", "caf\u00e9.py": "", "cafe\u0301.py": ""}).coverage

    assert coverage.files_scanned == 4
    assert [(one.path, "the same name as" in one.reason) for one in coverage.collisions] == [
        ("a.py", True),
        ("caf\u00e9.py", True),
    ]


def test_two_processes_give_what_one_gives(tmp_path):
    for number in range(220):
        (tmp_path / f"m{number:03}.py").write_text(f"import torch\nx = {number}\ntorch.cuda.synchronize()\n")
    (tmp_path / "broken.py").write_text("import torch\nprint torch.cuda.device_count()\n")

    with open_tree(str(tmp_path)) as tree:
        one = scan_tree(tree, catalogue(), jobs=1)
        two = scan_tree(tree, catalogue(), jobs=2)

    assert one == two
    assert len(one.findings) == 221


def test_progress_counts_every_file():
    told = []
    with open_tree(str(EXAMPLES)) as tree:
        scan_tree(tree, catalogue(), progress=lambda step, done, total: told.append((step, done, total)))

    files = [(done, total) for step, done, total in told if step == "files"]
    assert files[0] == (0, files[-1][1])
    assert files[-1][0] == files[-1][1] == len(tree.entries)


def test_findings_come_in_the_order_of_the_tree():
    places = [
        (one.path, one.span.line)
        for one in scan({"b.py": "import flash_attn\n", "a.py": "import flash_attn\n"}).findings
    ]

    assert places == sorted(places)


def test_a_fingerprint_survives_lines_that_are_inserted_above():
    before = found("import torch\ntorch.cuda.synchronize()\ntorch.cuda.synchronize()\n")
    after = found("import torch\n# new\nx = 1\ntorch.cuda.synchronize()\n\ntorch.cuda.synchronize()\n")

    assert [one.fingerprint for one in before] == [one.fingerprint for one in after]
    assert len({one.fingerprint for one in before}) == len(before)


def test_a_fingerprint_differs_between_files_and_symbols():
    prints = {
        one.fingerprint
        for path, text in (
            ("a.py", "import torch\ntorch.cuda.synchronize()\n"),
            ("b.py", "import torch\ntorch.cuda.synchronize()\n"),
            ("a.py", "import torch\ntorch.cuda.empty_cache()\n"),
        )
        for one in found(text, path)
    }

    assert len(prints) == 3


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("app/run.py", "open"),
        ("tests/test_run.py", "test"),
        ("docs/conf.py", "doc"),
        ("third_party/lib/run.py", "vendored"),
        ("app/thing_pb2.py", "vendored"),
        ("app/attestation.py", "open"),
    ],
)
def test_the_place_of_a_file_decides_what_a_finding_asks_for(path, status):
    assert {one.status.value for one in found("import torch\ntorch.cuda.synchronize()\n", path)} == {status}


def test_a_binary_file_is_listed_as_skipped():
    tree = scan({"model.bin": b"cuda\0\1\2", "a.py": "x = 1\n"})

    assert [(one.path, one.reason) for one in tree.coverage.skipped] == [("model.bin", "binary")]
    assert (tree.coverage.files_total, tree.coverage.files_scanned) == (2, 1)


@pytest.mark.parametrize("path", ["llm/model.engine", "ops/norm.cubin", "ops/all.fatbin"])
def test_a_compiled_file_that_a_rule_knows_by_its_suffix_is_a_finding(path):
    tree = scan({path: b"\x7fELF\0\1"})

    assert [(one.path, one.coupling.value) for one in tree.findings] == [(path, "strong")]
    assert tree.coverage.skipped == ()


def test_a_file_that_does_not_parse_is_told_in_the_coverage():
    tree = scan({"a.py": "import torch\nprint torch.cuda.device_count()\n"})

    assert tree.coverage.truncated[0].startswith("a.py: read line by line")
    assert len(tree.findings) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read_is_listed(tmp_path):
    secret = tmp_path / "a.py"
    secret.write_text("import torch\n")
    secret.chmod(0)

    with open_tree(str(tmp_path)) as tree:
        skipped = scan_tree(tree, catalogue()).coverage.skipped

    assert [one.path for one in skipped] == ["a.py"]


def test_a_file_that_vanishes_between_listing_and_reading_is_listed(tmp_path):
    (tmp_path / "a.py").write_text("import torch\n")
    (tmp_path / "b.py").write_text("import torch\n")

    with open_tree(str(tmp_path)) as tree:
        (tmp_path / "a.py").unlink()
        coverage = scan_tree(tree, catalogue()).coverage

    assert [(one.path, "cannot be read" in one.reason) for one in coverage.skipped] == [("a.py", True)]
    assert coverage.files_scanned == 1


def test_python_imports_are_edges_and_outside_packages_evidence():
    tree = scan(
        {
            "app/__init__.py": "",
            "app/web.py": "import fastapi\nfrom app import llm\nfrom .rag import store\n",
            "app/llm.py": "import openai\n",
            "app/rag/__init__.py": "",
            "app/rag/store.py": "from ..llm import ask\n",
        }
    )
    edges = {(one.source, one.target) for one in tree.edges}

    assert {
        ("app/web.py", "app/llm.py"),
        ("app/web.py", "app/rag/store.py"),
        ("app/rag/store.py", "app/llm.py"),
    } <= edges
    assert tree.imports["app/web.py"] == ("fastapi",)
    assert tree.imports["app/llm.py"] == ("openai",)


def test_snippets_are_as_long_as_wished():
    text = "import torch\na = 1\nb = 2\ntorch.cuda.synchronize()\nc = 3\n"

    def snippet(wish):
        return scan({"a.py": text}, snippets=wish).findings[0].snippet

    assert snippet("none") == ""
    assert snippet("line") == "torch.cuda.synchronize()"
    assert "b = 2" in snippet("context")


def test_an_empty_tree_is_scanned_without_complaint():
    tree = scan({})

    assert (tree.files, tree.findings, tree.coverage.files_total) == ((), (), 0)


def test_leaving_out_files_without_a_candidate_changes_nothing(monkeypatch):
    with open_tree(str(EXAMPLES)) as tree:
        quick = scan_tree(tree, catalogue())
        monkeypatch.setattr(Prefilter, "may_match", lambda self, data: True)
        thorough = scan_tree(tree, catalogue())

    assert quick == thorough
