"""Why a queued job has not begun, in words that say what would help."""

from __future__ import annotations

from functools import cached_property

from django.utils.translation import gettext as _

from apps.projects.models import Project
from apps.validation.models import Job, Node
from apps.validation.selectors import nodes_of

INSTALL = {"torch": "npu-migrate-node install torch"}


class Waiting:
    """Answers for many jobs of one project with one query."""

    def __init__(self, project: Project) -> None:
        self._project = project

    @cached_property
    def _nodes(self) -> list[Node]:
        return list(nodes_of(self._project).enrolled())

    def why(self, job: Job) -> str:
        """Return the nearest thing that keeps the job from beginning."""
        allowed = [node for node in self._nodes if job.node_id in (None, node.pk)]
        if not allowed:
            return _no_node(job)
        able = [node for node in allowed if not node.lacks(job.definition.needs)]
        if not able:
            return _unable(allowed[0], job)
        heard = [node for node in able if not node.is_silent]
        if not heard:
            return _("No node that can do it answers now. Start one with: npu-migrate-node run")
        if all(node.busy for node in heard):  # type: ignore[attr-defined]
            return _("All nodes that can do it are busy; it is next when one is free.")
        return _("A node takes it within seconds.")


def _no_node(job: Job) -> str:
    if job.node_id:
        return _("The node it was meant for was retired. Cancel it and request it anew.")
    return _("This project has no node yet. Enrol one on the nodes page.")


def _unable(node: Node, job: Job) -> str:
    missing = sorted(node.lacks(job.definition.needs))
    what, command = ", ".join(missing), INSTALL.get(missing[0], "")
    return _("Waiting for %(what)s: run “%(command)s” on the node %(node)s.") % {
        "what": what,
        "command": command,
        "node": node.name,
    }
