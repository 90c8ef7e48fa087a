"""What can go wrong on a node, in words that say the next step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from migration_engine.text import Text


class NodeError(Exception):
    """Base of all expected failures of the node; in logs and at the portal they are English."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class HomeInUse(NodeError):
    """An agent runs on this home."""


class NotEnrolled(NodeError):
    """This home has no identity yet."""


class NotSigned(NodeError):
    """A job without the signature that this node trusts: no other job would have it either."""


class PortalRefused(NodeError):
    """The portal understood and said no; trying the same again changes nothing. `code` is for programs."""

    def __init__(self, text: Text, code: str = "", details: Mapping[str, Any] | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.details = details or {}


class NotKnown(PortalRefused):
    """The portal does not know this node, or no more."""


class PortalUnreachable(NodeError):
    """No usable answer; trying again later may help."""


class NoPortal(PortalUnreachable):
    """Something else answered in the portal's place, such as a proxy: that may pass."""


class Fenced(NodeError):
    """The attempt is no longer ours: stop and discard."""


class AskedToEnd(BaseException):
    """The job reached its soft limit, or its node goes away; what catches every error lets it pass."""


class RunnerMissing(NodeError):
    """The device or library that a job needs is not there."""
