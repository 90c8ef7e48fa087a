"""Why a queued job has not begun and how many go before it, in words that say what would help."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from uuid import UUID

from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from apps.projects.models import Project
from apps.validation.models import ENDED, Job, JobState, Node, NodeState
from apps.validation.selectors import nodes_of
from apps.validation.shortfall import shortfall

INSTALL = {"torch": "npu-migrate-node install torch"}

# What a job asks of a node: kind, requirements as JSON, the node that it is pinned to, confirmed or not.
Asked = tuple[str, str, UUID | None, bool]


def waiting_reason(job: Job) -> str:
    """Return what keeps one job from beginning, in the reader's language; "" when it does not wait."""
    return Waiting(job.project).why(job)


class Waiting:
    """Answers for many jobs of one project; the queries do not grow with their number."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def why(self, job: Job) -> str:
        """Return how many go before it, what it needs, and the nearest thing that is in its way."""
        if job.state != JobState.QUEUED or job.parts:
            return ""
        return capfirst(_("; ").join(self._reasons(job)))

    def before(self, job: Job) -> int:
        """Return how many waiting jobs the nodes that can take this one would take first."""
        earlier = self._queue[: self._place.get(job.pk, 0)]
        ours, alike = self._takers(job), Counter(asked for _pk, asked in earlier)
        return sum(count for asked, count in alike.items() if ours & self._takers(_asking(asked)))

    @cached_property
    def _nodes(self) -> list[Node]:
        return list(nodes_of(self._project).known())

    @cached_property
    def _queue(self) -> list[tuple[UUID, Asked]]:
        """Return what waits, in order, each with what it asks of a node."""
        ready = Job.objects.of(self._project).ready().order_by("-priority", "created_at")
        asked = ready.values_list("pk", "kind", "requires", "node", "confirmed")
        return [(pk, (kind, json.dumps(requires), node, sure)) for pk, kind, requires, node, sure in asked]

    @cached_property
    def _place(self) -> dict[UUID, int]:
        return {pk: number for number, (pk, _asked) in enumerate(self._queue)}

    def _takers(self, job: Job) -> set[UUID]:
        return {node.pk for node in self._nodes if job.fits(node)}

    @cached_property
    def _unmet(self) -> dict[object, list[Job]]:
        """Return for each waiting job those that it comes after and that are not over."""
        queued = Job.objects.of(self._project).queued().prefetch_related("after")
        return {job.pk: [one for one in job.after.all() if one.state not in ENDED] for job in queued}

    def _reasons(self, job: Job) -> Iterator[str]:
        if unmet := self._unmet.get(job.pk):
            yield _after(unmet)
            return
        if before := self.before(job):
            yield _("%(number)d before you") % {"number": before}
        if needs := job.needs:
            yield _("needs %s") % needs.words().in_language(get_language() or "")
        yield self._obstacle(job)

    def _obstacle(self, job: Job) -> str:
        allowed = [n for n in self._nodes if job.node_id in (None, n.pk)]
        if not allowed:
            return _no_node(job)
        able = [node for node in allowed if not node.lacks(job.definition.needs)]
        if not able:
            return _unable(allowed[0], job)
        good = [node for node in able if not job.needs.unmet_by(node.capabilities)]
        if not good:
            return _("no node of this project can take it: %s") % shortfall(job.needs, able)
        return _free(good, job)


def _asking(asked: Asked) -> Job:
    kind, requires, node, confirmed = asked
    return Job(kind=kind, requires=json.loads(requires), node_id=node, confirmed=confirmed)


def _after(unmet: list[Job]) -> str:
    return _("waits for %s to succeed") % _(", ").join(job.called for job in unmet)


def _no_node(job: Job) -> str:
    if job.node_id:
        return _("the node it was meant for was retired: move it to another")
    return _("this project has no node yet: enrol one on the nodes page")


def _unable(node: Node, job: Job) -> str:
    missing = sorted(node.lacks(job.definition.needs))
    what, command = ", ".join(missing), INSTALL.get(missing[0], "")
    return _("waiting for %(what)s: run “%(command)s” on the node %(node)s") % {
        "what": what,
        "command": command,
        "node": node.name,
    }


def _free(good: list[Node], job: Job) -> str:
    """Say what keeps the nodes that could take the job."""
    if job.node_id and good[0].state == NodeState.DRAINING:
        return _("its node %s is draining: resume it on the nodes page") % good[0].name
    heard = [node for node in good if not node.is_silent]
    if not heard:
        return _("no node that can do it answers now: start one with “npu-migrate-node run”")
    working = [node for node in heard if node.state == NodeState.ENROLLED]
    if not working:
        return _("all nodes that can do it are draining: resume one on the nodes page")
    if not any(node.speaks_ours for node in working):
        return _("the node software on %s is of another version: install the portal's") % working[0].name
    fitting = [node for node in working if job.fits(node)]
    if not fitting:
        return _("the versions on %s are known not to go together") % working[0].name
    held = [attempt for node in fitting for attempt in node.live]  # type: ignore[attr-defined]
    if any(attempt.job_id == job.pk for attempt in held):
        return _("it is being handed to a node")
    if len(held) == len(fitting):
        return _("all nodes that can do it are busy")
    return _("a node takes it within seconds")
