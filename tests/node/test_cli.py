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


ERRORS = [
    (("run",), "holds no identity; run `npu-migrate-node enroll URL CODE`", "没有节点身份；请执行"),
    (("enroll", "http://portal.example", "code"), "give an https:// address", "请给出 https:// 地址"),
    (("enroll", "portal.example", "code"), "'portal.example' is not usable", "'portal.example' 不可用"),
    (("enroll", "https://portal.example:99999", "code"), "give an https:// address", "请给出 https:// 地址"),
    (("enroll", "https://[::1", "code"), "give an https:// address", "请给出 https:// 地址"),
    (("enroll", "http://127.0.0.1:9", "code"), "http://127.0.0.1:9: ", "请检查地址、代理、防火墙与证书"),
]


@pytest.mark.parametrize(
    ("command", "english", "chinese"), ERRORS, ids=["run", "clear", "bare", "port", "bracket", "silent"]
)
def test_an_error_is_one_line_with_the_next_step_in_either_language(
    tmp_path: Path, command, english, chinese
):
    for language, said in (("en", english), ("zh", chinese)):
        answer = node(tmp_path, "--lang", language, *command)
        assert answer.returncode == 2
        assert said in answer.stderr
        assert answer.stderr.startswith("npu-migrate-node: ") and answer.stderr.count("\n") == 1
    assert not (tmp_path / "identity.json").exists()


def test_a_home_that_cannot_be_used_is_named(tmp_path: Path):
    (tmp_path / "file").touch()
    answer = node(tmp_path / "file", "run")
    assert answer.returncode == 2
    assert f"{tmp_path / 'file'} cannot be used (File exists); make it this user's" in answer.stderr


def test_an_environment_in_a_home_that_cannot_be_used_is_refused_in_one_line(tmp_path: Path):
    (tmp_path / "environments").touch()
    answer = node(tmp_path, "install", "torch", "--yes")
    assert answer.returncode == 2
    assert "environments cannot be used (File exists)" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_installing_torch_says_the_size_first_and_takes_no_for_an_answer(tmp_path: Path):
    answer = node(tmp_path, "install", "torch", given="n\n")
    assert answer.returncode == 1
    assert "200 MB" in answer.stdout
    assert not (tmp_path / "environments").exists()


def test_two_sources_at_once_are_refused(tmp_path: Path):
    sources = ("--wheels", str(tmp_path), "--index", "https://index.example/simple")
    answer = node(tmp_path / "home", "--lang", "zh", "install", "bench", *sources, "--yes")
    assert answer.returncode == 2
    assert "请只指定其中一个" in answer.stderr


def test_a_folder_without_wheels_is_refused_by_name(tmp_path: Path):
    answer = node(tmp_path / "home", "install", "bench", "--wheels", str(tmp_path), "--yes")
    assert answer.returncode == 2
    assert f"{tmp_path} holds no wheel" in answer.stderr
