"""The agent: asks for work at the doorbell and on its own clock, does one attempt at a time."""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Mapping, Sequence
from types import FrameType
from typing import cast

from migration_engine.errors import SpecInvalid
from migration_engine.protocol import Json
from migration_node.attempt import Attempt
from migration_node.capabilities import take_profile
from migration_node.doorbell import Doorbell
from migration_node.errors import Fenced, PortalRefused, PortalUnreachable
from migration_node.home import NodeHome
from migration_node.portal import Lease, Portal
from migration_node.settings import Clocks
from migration_node.trust import trusted_spec

log = logging.getLogger(__name__)


class Agent:
    """Runs until it is told to stop; an attempt that runs then is finished first."""

    def __init__(self, home: NodeHome, clocks: Clocks) -> None:
        self.home, self.clocks = home, clocks
        self.identity = home.load()
        self.portal = Portal(self.identity.portal, self.identity.token)
        self.profile = take_profile(home)
        self.bell = threading.Event()
        self.stopping = False
        self._facts_due = 0.0
        self._listening = False

    def run(self) -> None:
        """Work, wait, and tell the portal now and then what this node is."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        while not self.stopping:
            self.bell.clear()
            try:
                self._introduce()
                worked = self._work_once()
            except PortalUnreachable as error:
                log.warning("no answer, trying again in %s s: %s", self.clocks.retry, error)
                self._rest(self.clocks.retry)
                continue
            if not worked:
                self._rest(self.clocks.poll)

    def _introduce(self) -> None:
        """Send fresh facts when they are due; hang up the doorbell at the first answer."""
        if time.monotonic() < self._facts_due:
            return
        if self._listening:
            self.profile = take_profile(self.home)
        answer = self.portal.hello(self.profile.facts(), self.profile.capabilities())
        self._facts_due = time.monotonic() + self.clocks.facts
        doorbell = cast(Mapping[str, Json], answer.get("doorbell") or {})
        if doorbell.get("url") and not self._listening:
            queues = [str(queue) for queue in cast(Sequence[Json], doorbell["queues"])]
            Doorbell(str(doorbell["url"]), queues, self.identity.node, self.bell).hang()
        self._listening = True

    def _work_once(self) -> bool:
        """Lease and run one attempt; return whether there was one."""
        lease = self.portal.lease(self.profile.capabilities())
        if lease is None:
            return False
        try:
            spec = trusted_spec(lease, self.identity)
        except SpecInvalid as error:
            self._refuse(lease, error)
            return True
        log.info("attempt %s at job %s (%s) begins", spec.attempt, spec.job, spec.kind)
        Attempt(self.portal, lease, spec, self.home, self.profile.device_kind, self.clocks).run()
        log.info("attempt %s at job %s is over", spec.attempt, spec.job)
        return True

    def _refuse(self, lease: Lease, error: SpecInvalid) -> None:
        log.error("job refused: %s", error)
        try:
            self.portal.release(lease, "refused")
        except (Fenced, PortalRefused) as answer:
            log.warning("the refusal was not taken: %s", answer)

    def _rest(self, seconds: float) -> None:
        """Wait in short steps: a signal handler must not touch the lock of an event we wait on."""
        deadline = time.monotonic() + seconds
        while not self.stopping and time.monotonic() < deadline:
            if self.bell.wait(min(0.5, seconds)):
                return

    def _stop(self, number: int, _frame: FrameType | None) -> None:
        log.info("signal %s: finishing what runs, then stopping", number)
        self.stopping = True
