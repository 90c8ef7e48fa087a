"""`npu-migrate diff`, `gate` and `facts`: what they print and how they end."""

import json
import sys

import pytest

from migration_engine import cli
from tests.engine.changes.documents import stored
from tests.engine.coupling.scans import finding
from tests.engine.sarif_profile import mistakes


@pytest.fixture
def run(monkeypatch, capsysbinary):
    def invoke(*arguments):
        monkeypatch.setattr(sys, "argv", ["npu-migrate", *map(str, arguments)])
        code = 0
        try:
            cli.main()
        except SystemExit as end:
            code = end.code or 0
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return invoke


@pytest.fixture
def documents(tmp_path):
    """Two scans: the newer one has a finding more."""
    known, fresh = finding("a.py"), finding("a.py", line=9)
    return stored(tmp_path, "old", known), stored(tmp_path, "new", known, fresh)


def test_diff_lists_what_is_new(run, documents):
    code, out, _ = run("diff", *documents)

    assert code == 0
    assert out.startswith("1 new, 0 gone")
    assert "a.py:9" in out


def test_diff_can_end_with_one_when_anything_differs(run, documents):
    old, new = documents

    assert run("diff", old, new, "--exit-code")[0] == 1
    assert run("diff", old, old, "--exit-code")[0] == 0


def test_gate_stops_at_a_new_strong_finding(run, documents):
    old, new = documents
    code, out, _ = run("gate", new, "--baseline", old)

    assert (code, out.splitlines()[0]) == (1, "FAIL  new strong: 1 found, 0 allowed")
    assert run("gate", new, "--baseline", old, "--max-new-strong", 1)[0] == 0
    assert run("gate", new, "--max-strong", 2)[0] == 0


def test_gate_without_a_baseline_cannot_tell_what_is_new(run, documents):
    code, _, err = run("gate", documents[1], "--max-new-strong", 0)

    assert code == 2
    assert "--baseline" in err


@pytest.mark.parametrize("form", ["json", "junit", "sarif"])
def test_gate_writes_what_pipelines_read_and_still_ends_with_one(run, documents, tmp_path, form):
    target = tmp_path / "report"
    code, out, _ = run("gate", documents[1], "--baseline", documents[0], "--format", form, "--output", target)

    assert (code, out) == (1, "")
    assert target.stat().st_size
    assert form != "sarif" or mistakes(json.loads(target.read_bytes())) == []


def test_facts_tells_what_is_unknown(run, documents):
    code, out, _ = run("facts", documents[0], "--format", "json")

    assert code == 0
    assert {one["standing"] for one in json.loads(out)["properties"]} == {"unknown"}


def test_facts_refuses_a_version_without_a_table(run, documents):
    code, _, err = run("facts", documents[0], "--torch-npu", "1.8")

    assert code == 2
    assert "choose one of" in err
