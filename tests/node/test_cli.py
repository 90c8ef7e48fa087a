"""What an operator sees when typing commands on a node."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

BIN = Path(sys.executable).parent


def node(home: Path, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [str(BIN / "npu-migrate-node"), "--home", str(home), *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "No /dev/davinci device here"), ("zh", "下一步：未发现 /dev/davinci 设备")],
)
def test_the_doctor_says_in_either_language_what_is_missing(tmp_path: Path, language, said):
    answer = node(tmp_path, "doctor", "--language", language)
    assert answer.returncode == 0
    assert "npu-migrate-node enroll URL CODE" in answer.stdout
    assert said in answer.stdout


def test_the_doctor_answers_programs_in_json(tmp_path: Path):
    facts = json.loads(node(tmp_path, "doctor", "--json").stdout)
    assert facts["classification"] == "no_device"
    assert facts["capabilities"]["kinds"] == ["inventory", "layer_alignment"]
    assert {check["state"] for check in facts["checks"]} <= {"ok", "warning"}


def test_running_without_an_identity_says_how_to_get_one(tmp_path: Path):
    answer = node(tmp_path, "run")
    assert answer.returncode == 2
    assert "enroll URL CODE" in answer.stderr and "Traceback" not in answer.stderr


def test_enrolling_in_the_clear_with_another_machine_is_refused(tmp_path: Path):
    answer = node(tmp_path, "enroll", "http://portal.example", "code")
    assert answer.returncode == 2
    assert "https://" in answer.stderr
    assert not (tmp_path / "identity.json").exists()


def test_a_portal_that_does_not_answer_is_named(tmp_path: Path):
    answer = node(tmp_path, "enroll", "http://127.0.0.1:9", "code")
    assert answer.returncode == 2
    assert "http://127.0.0.1:9" in answer.stderr and "Traceback" not in answer.stderr


def test_installing_torch_says_the_size_first_and_takes_no_for_an_answer(tmp_path: Path):
    answer = node(tmp_path, "install", "torch", given="n\n")
    assert answer.returncode == 1
    assert "200 MB" in answer.stdout
    assert not (tmp_path / "environments").exists()


def test_a_folder_without_wheels_is_refused_by_name(tmp_path: Path):
    answer = node(tmp_path / "home", "install", "bench", "--wheels", str(tmp_path), "--yes")
    assert answer.returncode == 2
    assert f"{tmp_path} holds no wheel" in answer.stderr
