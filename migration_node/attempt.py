"""One leased attempt from the child's start to the accepted result."""

from __future__ import annotations

import shutil
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from migration_engine.protocol import DeviceKind, JobSpec, Json, Outcome, Verdict, result_document
from migration_engine.text import Text
from migration_node.delivery import deliver
from migration_node.environments import child_python
from migration_node.feed import Feed
from migration_node.heartbeat import Heartbeat, Standing
from migration_node.home import NodeHome
from migration_node.portal import Lease, Portal
from migration_node.process import JobProcess
from migration_node.runners.base import describe_stack
from migration_node.settings import Clocks

TICK = 0.5


@dataclass(slots=True)
class Attempt:
    """What is needed to run one attempt; used once."""

    portal: Portal
    lease: Lease
    spec: JobSpec
    home: NodeHome
    device_kind: DeviceKind
    clocks: Clocks
    batches: int = 0

    def run(self) -> None:
        """Run the child, stream its log, hand in its result; the heartbeat goes on until then."""
        feed = Feed(self.spec.limits.log_lines)
        with Heartbeat(self.portal, self.lease, feed, self.clocks.heartbeat) as heartbeat:
            document = self._work(feed, heartbeat)
            if heartbeat.standing is Standing.CANCELED:
                deliver(lambda: self.portal.release(self.lease, "canceled"), heartbeat, self.clocks.retry)
                return
            while self._send_lines(feed, heartbeat):
                pass
            deliver(lambda: self.portal.result(self.lease, document), heartbeat, self.clocks.retry)

    def _work(self, feed: Feed, heartbeat: Heartbeat) -> Mapping[str, Json]:
        started, clock = datetime.now(UTC).isoformat(timespec="seconds"), time.monotonic()
        folder = self.home.work / self.lease.attempt
        child = JobProcess(child_python(self.home), self.spec, self.device_kind, feed, folder)
        try:
            reason = self._watch(child, feed, heartbeat, clock + self.spec.limits.wall_seconds)
        finally:
            child.finish()
            shutil.rmtree(folder, ignore_errors=True)
        return feed.result or self._errored(reason, started, time.monotonic() - clock)

    def _watch(self, child: JobProcess, feed: Feed, heartbeat: Heartbeat, deadline: float) -> str:
        """Wait for the child; the answer says why it ended, in case it left no result."""
        while (code := child.wait(TICK)) is None:
            self._send_lines(feed, heartbeat)
            if heartbeat.standing is not Standing.OURS:
                return "the portal took the attempt back"
            if time.monotonic() > deadline:
                return f"the job took longer than its limit of {self.spec.limits.wall_seconds} s"
        return _why_ended(code)

    def _send_lines(self, feed: Feed, heartbeat: Heartbeat) -> bool:
        """Send one batch; return whether there was one and it arrived."""
        if heartbeat.standing is not Standing.OURS or not (lines := feed.take_lines()):
            return False
        self.batches += 1
        number = self.batches
        return deliver(lambda: self.portal.log(self.lease, number, lines), heartbeat, self.clocks.retry)

    def _errored(self, reason: str, started: str, duration: float) -> Mapping[str, Json]:
        outcome = Outcome(
            verdict=Verdict.ERRORED,
            summary=Text("The job's process ended without a result.", "作业进程结束，但没有给出结果。"),
            data={},
            measured_on=describe_stack(self.device_kind, str(self.device_kind)),
            error=reason,
        )
        return result_document(self.spec, outcome, started_at=started, duration_s=duration)


def _why_ended(code: int) -> str:
    if code == -signal.SIGKILL:
        return "the job's process was killed (signal 9); the machine may have run out of memory"
    if code < 0:
        return f"the job's process was ended by signal {-code}"
    return f"the job's process ended with code {code} and no result; its log may say why"
