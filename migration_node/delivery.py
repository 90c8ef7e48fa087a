"""Handing something to the portal as often as it takes, as long as the attempt is ours."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from migration_node.errors import Fenced, PortalRefused, PortalUnreachable
from migration_node.heartbeat import Heartbeat, Standing

log = logging.getLogger(__name__)


def deliver(send: Callable[[], object], heartbeat: Heartbeat, retry_s: float) -> bool:
    """Return whether it arrived. Sending twice is harmless: the portal knows batches and results again."""
    while heartbeat.standing is not Standing.LOST:
        try:
            send()
        except PortalUnreachable as error:
            log.warning("not delivered, trying again in %s s: %s", retry_s, error)
            time.sleep(retry_s)
        except (Fenced, PortalRefused) as error:
            log.warning("not taken: %s", error)
            return False
        else:
            return True
    return False
