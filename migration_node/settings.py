"""The clocks of a node; the environment may shorten them for tests and drills."""

from __future__ import annotations

import os
from dataclasses import dataclass

from migration_engine.text import Text
from migration_node.errors import NodeError


@dataclass(frozen=True, slots=True)
class Clocks:
    """Seconds between the things that a node does again and again.

    `grace`: from asking a job to end to killing it. `drain`: how long a job may go on after SIGTERM.
    """

    poll: float = 30.0
    heartbeat: float = 10.0
    retry: float = 5.0
    facts: float = 600.0
    grace: float = 5.0
    drain: float = float("inf")


def clocks_from_environment() -> Clocks:
    """What NODE_POLL_S, NODE_HEARTBEAT_S and the like do not set stays as usual."""
    usual = Clocks()
    return Clocks(
        poll=_seconds("NODE_POLL_S", usual.poll),
        heartbeat=_seconds("NODE_HEARTBEAT_S", usual.heartbeat),
        retry=_seconds("NODE_RETRY_S", usual.retry),
        facts=_seconds("NODE_FACTS_S", usual.facts),
        grace=_seconds("NODE_GRACE_S", usual.grace),
        drain=_seconds("NODE_DRAIN_S", usual.drain),
    )


def _seconds(name: str, usual: float) -> float:
    text = os.environ.get(name, "")
    if not text:
        return usual
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if seconds <= 0:
        raise NodeError(
            Text(
                f"{name}={text!r} is not a number of seconds above zero; correct or unset it",
                f"{name}={text!r} 不是大于零的秒数；请更正或取消设置",
            )
        )
    return seconds
