"""A vendor's tool may be absent, hang, shout or leave children: the agent only learns of it."""

import os
import sys
import time
from pathlib import Path

from migration_node.environment import plain_environment, python_environment, tool_environment
from migration_node.probe.command import MOST_BYTES, ask
from migration_node.probe.framework import try_framework

PYTHON = sys.executable


def test_a_tool_that_ends_well_is_believed():
    assert ask([PYTHON, "-c", "print('hello')"]).trusted == "hello\n"


def test_a_tool_that_is_missing_is_named():
    answer = ask(["no-such-tool-anywhere"])
    assert answer.trusted == "" and "no-such-tool-anywhere" in answer.problem


def test_what_a_failing_tool_said_is_kept_but_not_believed():
    answer = ask([PYTHON, "-c", "print('dcmi module initialize failed'); raise SystemExit(3)"])
    assert (answer.trusted, answer.problem) == ("", f"{PYTHON} ended with code 3")
    assert "dcmi" in answer.text


def test_a_tool_that_hangs_is_ended_with_its_children(tmp_path: Path):
    script = "import subprocess, time; p = subprocess.Popen(['sleep', '600'])"
    script += "; print(p.pid, flush=True); time.sleep(600)"
    answer = ask([PYTHON, "-c", script], seconds=2)
    assert "no answer within 2 s" in answer.problem
    assert _ends(int(answer.text))


def test_a_tool_that_shouts_is_cut():
    answer = ask([PYTHON, "-c", "import sys\nwhile True: sys.stdout.write('x' * 65536)"], seconds=20)
    assert answer.trusted == "" and len(answer.text) <= MOST_BYTES


def test_bytes_that_are_no_text_do_no_harm():
    answer = ask([PYTHON, "-c", "import sys; sys.stdout.buffer.write(b'a\\xff\\x00b')"])
    assert answer.text == "a\ufffd\ufffdb"


def test_no_secret_of_the_agent_reaches_a_tool_or_a_job():
    secrets = {
        "NODE_TOKEN": "s",
        "BROKER_URL": "redis://:s@h",
        "HTTPS_PROXY": "http://u:s@h",
        "AWS_SECRET": "s",
    }
    assert plain_environment(secrets | {"PATH": "/bin", "ASCEND_HOME_PATH": "/a"}) == {
        "PATH": "/bin",
        "ASCEND_HOME_PATH": "/a",
    }
    os.environ["SECRET_OF_THE_AGENT"] = "s"
    try:
        assert "SECRET_OF_THE_AGENT" not in tool_environment() | python_environment()
    finally:
        del os.environ["SECRET_OF_THE_AGENT"]


def test_a_framework_that_does_not_load_says_why():
    assert try_framework(Path(PYTHON), "cpu").devices == 1
    found = try_framework(Path(PYTHON), "npu")
    assert found.devices == 0 and "torch_npu does not load" in found.problem
    assert "no-python" in try_framework(Path("no-python"), "npu").problem


def _ends(pid: int) -> bool:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        state = Path(f"/proc/{pid}/stat")
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False
