"""What can go wrong on a node, in words that say the next step."""


class NodeError(Exception):
    """Base of all expected failures of the node."""


class NotEnrolled(NodeError):
    """This home has no identity yet."""


class PortalRefused(NodeError):
    """The portal understood and said no; trying again changes nothing."""


class PortalUnreachable(NodeError):
    """No usable answer; trying again later may help."""


class Fenced(NodeError):
    """The attempt is no longer ours: stop and discard."""


class RunnerMissing(NodeError):
    """The device or library that a job needs is not there."""
