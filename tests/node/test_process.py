"""A job runs in a process of its own and does not outlive its agent."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from migration_engine.protocol import (
    DeviceKind,
    JobSpec,
    check_result,
    complete_parameters,
    kind_of,
    limits_for,
)
from migration_node.feed import Feed
from migration_node.process import JobProcess, Order

PATIENCE_S = 60


def spec(kind: str, **parameters) -> JobSpec:
    return JobSpec(
        job="5d6a6f4e-5a62-4f57-9d0e-0d6a3f3c8a11",
        kind=kind,
        parameters=complete_parameters(kind_of(kind), parameters),
        attempt=1,
        node="0b5a9a55-9d1e-4d55-8a2c-8a4d6b7fb7a2",
        limits=limits_for(60),
    )


def test_an_inventory_ends_with_a_valid_rehearsal_result(tmp_path: Path):
    feed = Feed(100)
    child = JobProcess(
        Path(sys.executable), Order(spec("inventory"), DeviceKind.CPU, {}), feed, tmp_path / "work"
    )
    assert child.wait(PATIENCE_S) == 0
    child.finish(1)
    result = check_result(feed.result)
    assert (result["verdict"], result["rehearsal"]) == ("succeeded", True)
    assert result["data"]["packages"]["torch"].startswith("2.13.0")
    assert "classification: no_device" in feed.take_lines()


def test_a_missing_device_is_an_error_and_never_a_quiet_fallback(tmp_path: Path):
    feed = Feed(100)
    ordered = spec("layer_alignment", inputs=["short"], blocks=1, width=32)
    child = JobProcess(Path(sys.executable), Order(ordered, DeviceKind.NPU, {}), feed, tmp_path / "work")
    assert child.wait(PATIENCE_S) == 0
    child.finish(1)
    assert feed.result["verdict"] == "errored"
    assert "torch_npu does not load" in feed.result["error"]
    assert feed.result["measured_on"]["device_kind"] == "npu"


def test_a_job_ends_when_its_agent_is_killed(tmp_path: Path):
    agent = subprocess.Popen(
        [sys.executable, "-c", AGENT, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    child = int(agent.stdout.readline())
    os.killpg(agent.pid, signal.SIGKILL)
    agent.wait()
    assert _ends(child), "the job went on without its agent"


AGENT = """
import sys, time
from pathlib import Path
sys.path.insert(0, ".")
from migration_engine.protocol import DeviceKind
from migration_node.feed import Feed
from migration_node.process import JobProcess, Order
from tests.node.test_process import spec
feed = Feed(100)
ordered = spec("layer_alignment", repetitions=500, blocks=12, width=256)
child = JobProcess(Path(sys.executable), Order(ordered, DeviceKind.CPU, {}), feed, Path(sys.argv[1]) / "work")
while not feed.progress:
    time.sleep(0.1)
print(child._process.pid, flush=True)
time.sleep(600)
"""


def _ends(pid: int) -> bool:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        state = Path(f"/proc/{pid}/stat")
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.1)
    return False


def test_a_job_that_talks_too_much_is_cut_and_says_so():
    feed = Feed(2)
    for number in range(5):
        feed.line(f"line {number}")
    lines = feed.take_lines()
    assert lines[:2] == ["line 0", "line 1"]
    assert len(lines) == 3 and "cut here" in lines[2]


TELLS_ITS_ENVIRONMENT = """#!{python}
import os
for name, value in sorted(os.environ.items()):
    print(f"{{name}}={{value}}", flush=True)
"""
WILL_NOT_GO = """#!/bin/sh
trap "" TERM
sh -c 'trap "" TERM; echo $$; exec sleep 600' &
wait
sleep 600
"""


def stand_in(folder: Path, script: str) -> Path:
    """Return a program that is started where the interpreter would be."""
    file = folder / "python"
    file.write_text(script.format(python=sys.executable))
    file.chmod(0o755)
    return file


def test_a_job_sees_its_devices_and_no_secret_of_the_agent(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("NODE_SECRET_TOKEN", "must-not-be-seen")
    monkeypatch.setenv("HTTPS_PROXY", "http://user:must-not-be-seen@proxy")
    monkeypatch.setenv("ASCEND_RT_VISIBLE_DEVICES", "0,1,2,3")
    order = Order(spec("inventory"), DeviceKind.NPU, {"ASCEND_RT_VISIBLE_DEVICES": "1,2"})
    feed = Feed(1000)
    child = JobProcess(stand_in(tmp_path, TELLS_ITS_ENVIRONMENT), order, feed, tmp_path / "work")
    child.wait(PATIENCE_S)
    child.finish(1)
    lines = feed.take_lines()
    assert "ASCEND_RT_VISIBLE_DEVICES=1,2" in lines and "TORCH_DEVICE_BACKEND_AUTOLOAD=0" in lines
    assert not any("must-not-be-seen" in line for line in lines)


def test_a_job_that_ignores_being_asked_is_killed_with_all_its_processes(tmp_path: Path):
    feed, order = Feed(10), Order(spec("inventory"), DeviceKind.CPU, {})
    child = JobProcess(stand_in(tmp_path, WILL_NOT_GO), order, feed, tmp_path / "work")
    deadline, lines = time.monotonic() + PATIENCE_S, []
    while not lines and time.monotonic() < deadline:
        child.wait(0.1)
        lines = feed.take_lines()
    child.finish(0.2)
    assert child.code == -signal.SIGKILL
    assert _ends(int(lines[0])), "a process of the job went on"


def test_half_an_event_of_a_killed_job_is_no_event():
    feed = Feed(10)
    feed.event({"progress": {"step": "x" * 500, "done": -3, "total": 10**30}})
    assert feed.progress == {"step": "x" * 100, "done": 0, "total": 2**31 - 1}
    feed.event({"file": {"name": "../../etc/passwd", "media_type": "text/plain"}})
    feed.event({"file": {"name": ".hidden", "media_type": "text/plain"}})
    assert feed.files == ()
