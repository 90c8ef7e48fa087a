"""One leased attempt from the child's start to what is handed in for it."""

from __future__ import annotations

import logging
import shutil
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from migration_engine.protocol import JobSpec, Json, Verdict
from migration_node.capabilities import Profile
from migration_node.delivery import Courier, NotDelivered
from migration_node.environments import child_python
from migration_node.errors import PortalRefused, RunnerMissing
from migration_node.feed import Feed
from migration_node.handing_in import Counter
from migration_node.heartbeat import Heartbeat, Standing
from migration_node.home import NodeHome
from migration_node.outbox import File, Parcel
from migration_node.portal import Lease
from migration_node.process import JobProcess, Order
from migration_node.truth import untruth_in

log = logging.getLogger(__name__)
TICK = 0.5
CRASHED = "crashed"


@dataclass(slots=True)
class Attempt:
    """What is needed to run one attempt; used once."""

    counter: Counter
    lease: Lease
    spec: JobSpec
    home: NodeHome
    profile: Profile
    batches: int = 0
    unsent: list[str] = field(default_factory=list)
    log_is_full: bool = False
    was_asked: bool = False

    def run(self) -> bool:
        """Run the child, stream its log, hand in what it came to; the heartbeat goes on until then.

        Return whether the child came to an end of its own: a machine on which none does is broken.
        """
        feed = Feed(self.spec.limits.log_lines)
        clocks = self.counter.clocks
        with Heartbeat(self.counter.portal, self.lease, feed, clocks.heartbeat) as heartbeat:
            parcel = self._work(feed, heartbeat)
            if parcel is None:
                log.warning("attempt %s is discarded", self.lease.attempt)
                return True
            self.counter.outbox.put(parcel)
            courier = Courier(heartbeat, self.counter.stop, clocks.retry)
            while self._send_lines(feed, courier):
                pass
            self.counter.hand_in(parcel, heartbeat)
            return parcel.reason != CRASHED

    def _work(self, feed: Feed, heartbeat: Heartbeat) -> Parcel | None:
        """What the attempt came to; None when it is not ours any more."""
        folder = self.home.work / self.lease.attempt
        try:
            variables = self.profile.devices.variables(self.spec.kind, self.spec.devices)
        except RunnerMissing as error:
            return self._given_back("refused", str(error))
        order = Order(self.spec, self.profile.device_kind, variables)
        try:
            child = JobProcess(child_python(self.home), order, feed, folder)
        except OSError as error:
            return self._given_back(CRASHED, f"the job's process could not be started: {error}")
        try:
            reason = self._watch(child, feed, heartbeat)
        finally:
            child.finish(self.counter.clocks.grace)
        parcel = None if heartbeat.standing is Standing.LOST else self._parcel(reason, feed, child, folder)
        shutil.rmtree(folder, ignore_errors=True)
        return parcel

    def _watch(self, child: JobProcess, feed: Feed, heartbeat: Heartbeat) -> str:
        """Wait for the child; return why it is to end before its time, or nothing when it ended by itself."""
        limits, started = self.spec.limits, time.monotonic()

        def nothing_is_due() -> bool:
            limit = limits.wall_seconds if self.was_asked else min(limits.soft_seconds, limits.wall_seconds)
            return child.wait(0) is None and time.monotonic() - started < limit

        courier = Courier(heartbeat, self.counter.stop, self.counter.clocks.retry, nothing_is_due)
        while child.wait(TICK) is None:
            self._send_lines(feed, courier)
            if reason := self._why_end(heartbeat):
                return reason
            taken = time.monotonic() - started
            if taken > limits.wall_seconds:
                return "timed_out"
            if taken > limits.soft_seconds and not self.was_asked:
                self.was_asked = True
                child.ask_to_end()
        return ""

    def _why_end(self, heartbeat: Heartbeat) -> str:
        if heartbeat.standing is not Standing.OURS:
            return "canceled"
        return "stopped" if self.counter.stop.insisted else ""

    def _parcel(self, reason: str, feed: Feed, child: JobProcess, folder: Path) -> Parcel:
        """A cancelled job has no result, whatever the child still said; else a result counts.

        But a job that a leaving node broke off has not failed: it begins anew elsewhere.
        """
        document = None if reason == "canceled" else feed.result
        is_broken_off = (
            reason == "stopped" and document is not None and document["verdict"] == Verdict.ERRORED
        )
        if document is not None and not is_broken_off:
            return self._result(document, feed, folder)
        if reason == "timed_out" or (self.was_asked and not reason):
            limits = self.spec.limits
            limit = limits.wall_seconds if reason else limits.soft_seconds
            return self._given_back("timed_out", f"the job took longer than its limit of {limit} s")
        if reason:
            return self._given_back(reason, "the node goes away" if reason == "stopped" else "")
        return self._crashed(child.code)

    def _result(self, document: Mapping[str, Json], feed: Feed, folder: Path) -> Parcel:
        if wrong := untruth_in(document, self.spec, self.profile.device_kind):
            return self._given_back("refused", wrong)
        return Parcel(self.lease, document, self._keep_files(feed, folder))

    def _crashed(self, code: int) -> Parcel:
        ended = {"signal": -code} if code < 0 else {"code": code}
        detail = f"the job's process ended with code {code} and no result; its log may say why"
        if code < 0:
            detail = f"the job's process was ended by signal {-code}"
        if code == -signal.SIGKILL:
            detail = "the job's process was killed (signal 9); the machine may have run out of memory"
        return Parcel(self.lease, reason=CRASHED, detail=detail, ended=ended)

    def _given_back(self, reason: str, detail: str) -> Parcel:
        return Parcel(self.lease, reason=reason, detail=detail)

    def _keep_files(self, feed: Feed, folder: Path) -> tuple[File, ...]:
        """Move the files of the result to where they outlive the attempt; only plain files count."""
        kept = self.counter.outbox.folder_of(self.lease.attempt)
        return tuple(file for file in feed.files if _move(folder / "files" / file.name, kept / file.name))

    def _send_lines(self, feed: Feed, courier: Courier) -> bool:
        """Send one batch; return whether there was one and more may follow. What did not arrive is kept."""
        if self.log_is_full or not (lines := self.unsent or feed.take_lines()):
            return False
        number = self.batches + 1
        try:
            self.log_is_full = not courier.bring(lambda: self.counter.portal.log(self.lease, number, lines))
        except NotDelivered as error:
            log.warning("lines of the log have not arrived: %s", error)
            self.unsent = lines
            return False
        except PortalRefused as error:
            log.warning("lines of the log were not taken: %s", error)
        self.batches, self.unsent = number, []
        return not self.log_is_full


def _move(source: Path, target: Path) -> bool:
    if source.is_symlink() or not source.is_file():
        log.error("%s is no plain file; it is not handed in", source.name)
        return False
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.move(source, target)
    except OSError as error:
        log.error("%s could not be kept and is not handed in: %s", source.name, error)
        return False
    return True
