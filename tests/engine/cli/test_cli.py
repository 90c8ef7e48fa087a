"""The command line: what it writes, and one clear line with exit code 2 for bad input."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from migration_engine import cli
from migration_engine.errors import IntakeRefused
from migration_engine.export.document import from_document
from migration_engine.intake import open_tree
from migration_engine.report import scan_report
from migration_engine.rules import load_catalogue
from tests.engine.sarif_profile import mistakes

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"
SCENARIO = ROOT / "docs" / "scenario.yaml"


@pytest.fixture
def run(monkeypatch, capsysbinary):
    """Run the command line in this process; returns exit code, output, and what it complained about."""

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
def project(tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "app.py").write_text("import torch\ntorch.cuda.synchronize()\n")
    return folder


def test_scan_writes_a_valid_document_to_the_terminal(run, project):
    code, out, err = run("scan", project)

    assert (code, err) == (0, "")
    assert [one.symbol for one in from_document(json.loads(out)).scan.findings] == ["torch.cuda.synchronize"]


def test_scan_writes_the_same_to_a_file(run, project, tmp_path):
    target = tmp_path / "scan.json"

    assert run("scan", project, "--output", target)[0] == 0
    assert [entry.name for entry in tmp_path.iterdir() if "scan" in entry.name] == ["scan.json"]
    assert from_document(json.loads(target.read_bytes())).scan.source.name == "project"


def test_a_link_or_a_pipe_stays_what_it_is(run, project, tmp_path):
    (tmp_path / "link.json").symlink_to("real.json")
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)

    assert run("scan", project, "--output", tmp_path / "link.json")[0] == 0
    assert run("scan", project, "--format", "csv", "--output", tmp_path / "pipe")[0] == 0

    assert (tmp_path / "link.json").is_symlink() and (tmp_path / "real.json").is_file()
    assert (tmp_path / "pipe").is_fifo() and os.read(reader, 5) == b"path,"
    os.close(reader)


def test_the_other_formats(run, project):
    sarif = json.loads(run("scan", project, "--format", "sarif")[1])
    rows = list(csv.DictReader(io.StringIO(run("scan", project, "--format", "csv")[1])))
    table = run("scan", project, "--format", "table")[1]

    assert sarif["version"] == "2.1.0" and mistakes(sarif) == []
    assert [row["line"] for row in rows] == ["2"]
    assert "app.py:2" in table


def test_snippets_can_be_left_at_home(run, project):
    assert "snippet" not in run("scan", project, "--snippets", "none")[1]


def test_a_cache_is_filled_and_changes_nothing(run, project, tmp_path):
    first = json.loads(run("scan", project, "--cache", tmp_path / "cache")[1])
    second = json.loads(run("scan", project, "--cache", tmp_path / "cache")[1])

    kinds = {one.name.partition("-")[0] for one in (tmp_path / "cache").iterdir()}
    assert kinds == {"clues", "expressions", "listing", "outcomes", "rules", "words"}
    assert first["findings"] == second["findings"]


def test_a_spoiled_cache_is_no_loss(run, project, tmp_path):
    run("scan", project, "--cache", tmp_path / "cache")
    for path in (tmp_path / "cache").iterdir():
        path.write_bytes(b"spoiled")

    code, out, _ = run("scan", project, "--cache", tmp_path / "cache")

    assert code == 0
    assert len(json.loads(out)["findings"]) == 1


def test_progress_is_told_on_the_error_stream_only(run, project):
    _, out, err = run("scan", project, "--progress")

    assert "files 1 of 1" in err
    json.loads(out)


OWN_RULE = """\
- id: house-gpu-client
  title: {en: "House client", zh: "自研客户端"}
  why: {en: "It talks to the GPU pool.", zh: "它连接 GPU 资源池。"}
  layer: L3
  coupling: weak
  kind: coupling
  match: {import: [house_gpu]}
  replacement: {what: "house_npu", kind: rename, verified: unverified}
  effort: minutes
  validate: [inventory]
  samples:
    hit: ["import house_gpu\\n"]
    miss: ["import house\\n"]
"""


def test_rules_of_ones_own_are_added(run, project, tmp_path):
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "own.yaml").write_text(OWN_RULE)
    (project / "b.py").write_text("import house_gpu\n")

    found = {one["rule"] for one in json.loads(run("scan", project, "--rules", rules)[1])["findings"]}

    assert "house-gpu-client" in found
    assert "House client" in run("rules", "show", "house-gpu-client", "--rules", rules)[1]


def test_a_pattern_that_no_sample_shows_fails_the_test_of_rules(run, tmp_path):
    (tmp_path / "own.yaml").write_text(OWN_RULE.replace("[house_gpu]", "[house_gpu, other_gpu]"))

    code, out, _ = run("rules", "test", tmp_path)

    assert code == 1
    assert "house-gpu-client: no hit sample answers at `other_gpu`" in out
    assert "1 patterns in no sample" in out


def test_a_rule_whose_sample_fails_fails_the_test(run, tmp_path):
    (tmp_path / "own.yaml").write_text(OWN_RULE.replace('miss: ["import house', 'miss: ["import house_gpu'))

    code, out, _ = run("rules", "test", tmp_path)

    assert code == 1
    assert "house-gpu-client: miss sample 1" in out


def test_the_rules_are_listed_with_layer_and_coupling(run):
    code, out, _ = run("rules", "list")

    assert code == 0
    assert any(row.startswith("nvml ") and " L1 " in row and " strong " in row for row in out.splitlines())


def test_map_and_plan_are_made_from_a_document(run, tmp_path):
    target = tmp_path / "scan.json"
    run("scan", EXAMPLES, "--output", target)

    drawn, planned = json.loads(run("map", target)[1]), json.loads(run("plan", target)[1])

    assert len(drawn["lanes"]) == 5
    assert planned["waves"]
    assert planned["effort"]["total"]["likely"] > 0
    assert 0 < planned["spread"]["apart"] < planned["spread"]["together"]


def not_an_archive(folder):
    (folder / "a.zip").write_bytes(b"no archive")
    return ("scan", folder / "a.zip"), "a.zip"


def broken_rule(folder):
    (folder / "bad.yaml").write_text("- id: a-b\n  colour: red\n")
    return ("scan", EXAMPLES, "--rules", folder), "bad.yaml:"


def broken_document(folder):
    (folder / "scan.json").write_text('{"schema_version": "2"}')
    return ("map", folder / "scan.json"), "scan again"


def not_json(folder):
    (folder / "scan.json").write_text("{")
    return ("plan", folder / "scan.json"), "scan.json"


BAD_INPUT = {
    "a path that does not exist": lambda folder: (("scan", folder / "nowhere"), "nowhere"),
    "a file that is no archive": not_an_archive,
    "a plain http URL": lambda folder: (("scan", "http://example.org/a.git"), "only https"),
    "a folder that cannot be written": lambda folder: (
        ("scan", EXAMPLES, "--output", folder / "no" / "scan.json"),
        f"{folder / 'no'} does not exist",
    ),
    "a rule with an unknown key": broken_rule,
    "a folder of rules that does not exist": lambda folder: (
        ("scan", EXAMPLES, "--rules", folder / "none"),
        "none",
    ),
    "an unknown option": lambda folder: (("scan", EXAMPLES, "--colour"), "--colour"),
    "an unknown format": lambda folder: (("scan", EXAMPLES, "--format", "pdf"), "pdf"),
    "an empty path": lambda folder: (("scan", ""), "no source is given"),
    "a folder without a file": lambda folder: (("scan", folder), "holds no file at all"),
    "no path at all": lambda folder: (("scan",), "PATH"),
    "an unknown rule": lambda folder: (("rules", "show", "nothing"), "nothing"),
    "a document that breaks its schema": broken_document,
    "a document that is no JSON": not_json,
    "a comparison for a folder that does not exist": lambda folder: (
        ("tco", SCENARIO, "--output", folder / "no" / "tco.json"),
        f"{folder / 'no'} does not exist",
    ),
    "a scenario that does not exist": lambda folder: (("tco", folder / "none.yaml"), "none.yaml"),
}


@pytest.mark.parametrize("case", BAD_INPUT)
def test_bad_input_is_one_clear_line_and_exit_code_2(run, tmp_path, case):
    arguments, named = BAD_INPUT[case](tmp_path)

    code, out, err = run(*arguments)

    assert (code, out) == (2, "")
    assert err.startswith("npu-migrate: ")
    assert err.count("\n") == 1
    assert named in err
    assert "Traceback" not in err


def test_a_comparison_takes_the_place_of_an_old_file_as_a_whole(run, tmp_path):
    target, before = tmp_path / "tco.json", tmp_path / "before.json"
    target.write_text("old")
    before.hardlink_to(target)

    assert run("tco", SCENARIO, "--output", target) == (0, "", "")
    assert json.loads(target.read_bytes())["currency"] == "CNY"
    assert before.read_text() == "old"


def test_a_failed_scan_leaves_the_old_file_alone(run, tmp_path):
    target = tmp_path / "scan.json"
    target.write_text("old")

    run("scan", tmp_path / "nowhere", "--output", target)

    assert target.read_text() == "old"


def test_a_mistake_of_ours_is_one_line_too(run, project, monkeypatch):
    def broken(*arguments, **wishes):
        raise KeyError("oops")

    monkeypatch.setattr("migration_engine.cli.scan.scan_report", broken)
    code, _, err = run("scan", project)

    assert code == 2
    assert "report it" in err


@pytest.mark.parametrize("group", [(), ("rules",)])
def test_without_a_command_it_tells_what_there_is(run, group):
    code, out, err = run(*group)

    assert (code, out) == (2, "")
    assert err.startswith("Usage: ")
    assert "\nCommands:\n" in err


def test_a_tree_of_documents_is_a_result_that_does_not_look_clean(run, tmp_path):
    (tmp_path / "README.md").write_text("# Words\n")

    code, out, _ = run("scan", tmp_path, "--format", "table")

    assert code == 0
    assert "0 of 1 files are code that a reader knows" in out
    assert "No open findings" not in out


def test_a_tree_whose_files_are_gone_is_refused(project):
    with open_tree(str(project)) as tree:
        (project / "app.py").unlink()
        with pytest.raises(IntakeRefused, match="can be read"):
            scan_report(tree, load_catalogue())


PROGRAM = Path(sys.executable).with_name("npu-migrate")


@pytest.mark.parametrize("arguments", ["scan {}", "scan {} --format table", "rules list", "--version"])
def test_a_closed_output_is_one_clear_line(project, arguments):
    done = subprocess.run(
        ["sh", "-c", f"'{PROGRAM}' {arguments.format(project)} >&-"],
        capture_output=True,
        check=False,
        text=True,
    )

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "npu-migrate: the output is closed; send it to a file, or name one with --output\n"


def test_a_closed_output_does_not_matter_to_a_file(project, tmp_path):
    target = tmp_path / "scan.json"
    command = f"'{PROGRAM}' scan {project} --output {target} >&- 2>&-"

    assert subprocess.run(["sh", "-c", command], check=False).returncode == 0
    assert from_document(json.loads(target.read_bytes())).scan.findings


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_is_one_clear_line(project):
    done = subprocess.run(
        ["sh", "-c", f"'{PROGRAM}' scan {project} >/dev/full"], capture_output=True, check=False, text=True
    )

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "free space" in done.stderr


def test_the_installed_program_tells_its_version():
    program = Path(sys.executable).with_name("npu-migrate")

    told = subprocess.run([str(program), "--version"], capture_output=True, check=True, text=True)

    assert told.stdout.startswith("npu-migrate, version 0.")


def test_a_pipe_that_is_closed_early_leaves_no_trace():
    program = Path(sys.executable).with_name("npu-migrate")
    reading, writing = os.pipe()
    os.close(reading)

    done = subprocess.run(
        [str(program), "rules", "list"], stdout=writing, stderr=subprocess.PIPE, check=False, text=True
    )
    os.close(writing)

    assert "Traceback" not in done.stderr
