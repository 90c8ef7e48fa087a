"""The page of one node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _

from apps.core.models import AuditEntry
from apps.validation.durations import in_words
from apps.validation.models import Attempt, Evidence, Node
from apps.validation.pages.devices import devices_of, links_of
from apps.validation.pages.facts import groups_of
from apps.validation.pages.month import month_of
from apps.validation.pages.nodes import node_row
from apps.validation.pages.queue import look_of
from apps.validation.words import Words

LATEST = 10
TRAIL: dict[str, Words] = {
    "enrolled": _("enrolled"),
    "drained node": _("drained it"),
    "resumed node": _("resumed it"),
    "asked for a new token": _("asked for a new token"),
    "took a new token": _("took the new token"),
    "revoked token of node": _("revoked its token"),
    "retired node": _("retired it"),
}


@dataclass(frozen=True, slots=True)
class Latest:
    """One of the newest attempts; `lasted` is empty while it goes on."""

    attempt: Attempt
    look: str
    lasted: str
    rehearsal: bool


def node_page(node: Node) -> dict[str, Any]:
    """Return everything that the page of a node shows; it must come from `nodes_of`."""
    return {
        "row": node_row(node),
        "node": node,
        "fact_groups": groups_of(node),
        "devices": devices_of(node),
        "links": links_of(node),
        "month": month_of(node),
        "latest": _latest(node),
        "trail": _trail(node),
    }


def _latest(node: Node) -> list[Latest]:
    evidence = Prefetch("evidence", Evidence.objects.defer("document"), to_attr="results")
    tried = node.attempts.select_related("job").prefetch_related(evidence).order_by("-leased_at")
    return [_tried(attempt) for attempt in tried[:LATEST]]


def _tried(attempt: Attempt) -> Latest:
    results: list[Evidence] = attempt.results  # type: ignore[attr-defined]
    result = results[-1] if results else None
    took = in_words(attempt.ended_at - attempt.leased_at) if attempt.ended_at else ""
    return Latest(attempt, look_of(attempt.state, result), took, result is not None and result.rehearsal)


def _trail(node: Node) -> list[tuple[AuditEntry, Words]]:
    """Return who did what to the node, newest first."""
    targets = (str(node.pk), node.name)
    done = AuditEntry.objects.filter(project_slug=node.project.slug, target__in=targets, verb__in=TRAIL)
    return [(entry, TRAIL[entry.verb]) for entry in done[:LATEST]]
