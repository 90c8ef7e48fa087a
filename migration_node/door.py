"""Where the doorbell hangs: it follows what the portal says, and its loss is only news."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from migration_engine.protocol import Json
from migration_node.doorbell import Doorbell

log = logging.getLogger(__name__)
# A portal may rename keys and lists; that is all that it may say about how a node uses the broker.
UNACKED = ("unacked_key", "unacked_index_key", "unacked_mutex_key")
MAY_SAY = frozenset({*UNACKED, "priority_steps"})


@dataclass(frozen=True, slots=True)
class Place:
    """A broker, the queues to listen to, and the names that this node's user may use there."""

    url: str
    queues: tuple[str, ...]
    transport: Mapping[str, Json]


class Door:
    """Hangs one doorbell at a time."""

    def __init__(self, node: str, bell: threading.Event) -> None:
        self._node, self.bell = node, bell
        self._place: Place | None = None
        self._doorbell: Doorbell | None = None

    def follow(self, said: Json) -> None:
        """Listen where the portal says, again where the doorbell fell off; without a broker, nowhere."""
        place = place_in(said)
        if place == self._place and (self._doorbell is None or self._doorbell.hangs):
            return
        if self._doorbell is not None:
            self._doorbell.take_down()
        self._place, self._doorbell = place, None
        if place is not None:
            self._doorbell = Doorbell(place.url, place.queues, self._node, self.bell, place.transport)
            self._doorbell.hang()

    @property
    def listens(self) -> bool:
        """Whether a ring would be heard now."""
        return self._doorbell is not None and self._doorbell.hangs


def place_in(said: Json) -> Place | None:
    """What an answer says of a broker; None when it names none."""
    doorbell = said if isinstance(said, Mapping) else {}
    if not doorbell.get("url"):
        return None
    given = doorbell.get("transport")
    renamed = (
        {name: key for name, key in given.items() if name in MAY_SAY} if isinstance(given, Mapping) else {}
    )
    queues = tuple(str(queue) for queue in cast(Sequence[Json], doorbell.get("queues") or ()))
    return Place(str(doorbell["url"]), queues, renamed)
