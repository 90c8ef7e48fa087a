"""Handing in what an attempt came to, also after a restart."""

from __future__ import annotations

import logging
from dataclasses import asdict, dataclass

from migration_engine.protocol import Json
from migration_node.delivery import Courier, NotDelivered
from migration_node.errors import PortalRefused
from migration_node.feed import Feed
from migration_node.heartbeat import Heartbeat
from migration_node.outbox import Outbox, Parcel
from migration_node.portal import Portal
from migration_node.settings import Clocks
from migration_node.stopping import Stop
from migration_node.uploads import Uploads

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Counter:
    """Where finished attempts are handed in."""

    portal: Portal
    outbox: Outbox
    clocks: Clocks
    stop: Stop

    def hand_in(self, parcel: Parcel, heartbeat: Heartbeat) -> None:
        """Keep the parcel, bring it, forget it. What is stopped in between is brought by the next agent."""
        self.outbox.put(parcel)
        courier = Courier(heartbeat, self.stop, self.clocks.retry)
        try:
            self._bring(parcel, courier)
        except NotDelivered as error:
            if not error.over:
                log.warning("attempt %s is kept; the next start hands it in", parcel.lease.attempt)
                return
        except PortalRefused as error:
            log.error("attempt %s could not be handed in: %s", parcel.lease.attempt, error)
        self.outbox.drop(parcel)

    def hand_in_what_is_left(self) -> None:
        """What an earlier agent could not hand in; its lease is kept alive meanwhile."""
        for parcel in self.outbox.parcels():
            log.info("handing in attempt %s from before", parcel.lease.attempt)
            with Heartbeat(self.portal, parcel.lease, Feed(0), self.clocks.heartbeat) as heartbeat:
                self.hand_in(parcel, heartbeat)

    def _bring(self, parcel: Parcel, courier: Courier) -> None:
        if parcel.document is None:
            self._release(parcel, courier)
            return
        try:
            document = self._with_files(parcel, courier)
            courier.bring(lambda: self.portal.result(parcel.lease, document))
        except PortalRefused as error:
            # Another attempt would be refused alike: the job ends, and says why.
            detail = f"the portal refused the result: {error}"
            courier.bring(lambda: self.portal.release(parcel.lease, "refused", detail))

    def _with_files(self, parcel: Parcel, courier: Courier) -> dict[str, Json]:
        """The document that names its files; the portal takes it when it has all of them."""
        assert parcel.document is not None
        folder = self.outbox.folder_of(parcel.lease.attempt)
        sent = list(Uploads(self.portal, parcel.lease, courier, folder).send(parcel.files))
        return dict(parcel.document) | {"artifacts": [asdict(artifact) for artifact in sent]}

    def _release(self, parcel: Parcel, courier: Courier) -> None:
        courier.bring(lambda: self.portal.release(parcel.lease, parcel.reason, parcel.detail, parcel.ended))
