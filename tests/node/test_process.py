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
