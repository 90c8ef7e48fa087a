"""The agent: asks for work at the doorbell and on its own clock, does one attempt at a time."""

from __future__ import annotations

import logging
import shutil
import threading
import time
from dataclasses import replace

from migration_engine.errors import SpecInvalid
from migration_node.attempt import Attempt
from migration_node.begun import Begun
from migration_node.capabilities import take_profile
from migration_node.door import Door
from migration_node.errors import Fenced, NodeError, NotKnown, NotSigned, PortalRefused, PortalUnreachable
from migration_node.handing_in import Counter
from migration_node.home import NodeHome
from migration_node.outbox import Outbox
from migration_node.portal import Lease, Portal
from migration_node.probe.classify import ADVICE
from migration_node.settings import Clocks
from migration_node.soundness import Soundness
from migration_node.stopping import Stop
from migration_node.trust import trusted_spec

log = logging.getLogger(__name__)


class Agent:
    """Runs until it is told to stop; what runs then is finished, or handed back when it insists."""

    def __init__(self, home: NodeHome, clocks: Clocks) -> None:
        self.home, self.clocks = home, clocks
        self.identity = home.load()
        self.portal = Portal(self.identity.portal, self.identity.token)
        self.profile = take_profile(home)
        self.stop = Stop(clocks.drain)
        self.counter = Counter(self.portal, Outbox(home.outbox), clocks, self.stop)
        self.begun = Begun(home.begun)
        self.soundness = Soundness(home.path)
        self.bell = threading.Event()
        self.door = Door(self.identity.node, self.bell)
        self._facts_due = 0.0
        self._has_said_hello = False

    def run(self) -> None:
        """Work, wait, and tell the portal now and then what this node is."""
        self.stop.listen()
        inventory = self.profile.inventory
        log.info("node %s of %s: %s", self.identity.name, self.identity.portal, self.profile.device_kind)
        log.info("%s: %s", inventory.chip, ADVICE[inventory.readiness].en)
        shutil.rmtree(self.home.work, ignore_errors=True)
        while not self.stop.asked:
            self.bell.clear()
            try:
                worked = self.turn()
            except NotKnown:
                raise
            except (PortalUnreachable, PortalRefused) as error:
                log.warning("no work now, asking again in %s s: %s", self.clocks.retry, error)
                self._rest(self.clocks.retry)
                continue
            if not worked:
                self._rest(self.clocks.poll)
        log.info("stopped")

    def turn(self) -> bool:
        """One round: what is left from before first, because asking for work ends earlier attempts."""
        self.counter.hand_in_what_is_left()
        self._introduce()
        return not self.stop.asked and self._work_once()

    def _introduce(self) -> None:
        """Send facts when they are due or wanted; take a new token, listen where the answer says."""
        if time.monotonic() < self._facts_due and not self.portal.wire.wants_hello:
            return
        if self._has_said_hello:
            self.profile = take_profile(self.home)
        answer = self.portal.hello(self.profile.facts(), self.profile.capabilities())
        self._has_said_hello = True
        self._facts_due = time.monotonic() + self.clocks.facts
        if token := answer.get("token"):
            self._take_token(str(token))
        self.door.follow(answer.get("doorbell"))

    def _take_token(self, token: str) -> None:
        """Stored before its first use: that use ends the old one. On a full disk the old one goes on."""
        identity = replace(self.identity, token=token)
        try:
            self.home.save(identity)
        except NodeError as error:
            log.error("the portal's new token could not be kept, the old one goes on: %s", error)
            return
        self.identity = identity
        self.portal.wire.use(token)
        log.info("the portal gave this node a new token")

    def _work_once(self) -> bool:
        """Lease and run one attempt; return whether there was one."""
        if not self.soundness.may_work():
            return False
        lease = self.portal.lease(self.profile.capabilities())
        if lease is None:
            return False
        try:
            spec = trusted_spec(lease, self.identity)
            self.begun.note(spec)
        except NotSigned as error:
            # Handed back: a node whose key is not the portal's would end every job that waits.
            self._give_back(lease, "stopped", error)
            raise
        except SpecInvalid as error:
            self._give_back(lease, "refused", error)
            return True
        log.info("attempt %s at job %s (%s) begins", spec.attempt, spec.job, spec.kind)
        came_to_an_end = Attempt(self.counter, lease, spec, self.home, self.profile).run()
        self.soundness.note(came_to_an_end=came_to_an_end)
        log.info("attempt %s at job %s is over", spec.attempt, spec.job)
        return True

    def _give_back(self, lease: Lease, reason: str, error: Exception) -> None:
        log.error("job refused: %s", error)
        try:
            self.portal.release(lease, reason, str(error))
        except (Fenced, PortalRefused) as answer:
            log.warning("the refusal was not taken: %s", answer)

    def _rest(self, seconds: float) -> None:
        """Wait in short steps: a signal handler must not touch the lock of an event we wait on."""
        deadline = time.monotonic() + seconds
        while not self.stop.asked and time.monotonic() < deadline:
            if self.bell.wait(min(0.5, seconds)):
                return
