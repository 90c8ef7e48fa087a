"""How a node stands, in one word for filters and in words for readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from apps.validation.models import Attempt, Node, NodeState
from apps.validation.words import Words


class Standing(StrEnum):
    """What a node is doing, as far as the portal knows."""

    READY = "ready"
    WORKING = "working"
    DRAINING = "draining"
    SILENT = "silent"
    RETIRED = "retired"


WORDS: dict[str, Words] = {
    Standing.READY: _("Ready"),
    Standing.WORKING: _("Working"),
    Standing.DRAINING: _("Draining"),
    Standing.SILENT: _("Silent"),
    Standing.RETIRED: _("Retired"),
}
LOOKS: dict[str, str] = {
    Standing.READY: "good",
    Standing.WORKING: "running",
    Standing.DRAINING: "waiting",
    Standing.SILENT: "warn",
    Standing.RETIRED: "",
}


@dataclass(frozen=True, slots=True)
class Tally:
    """How many nodes stand in one way."""

    standing: str
    words: Words
    look: str
    count: int


def standing_of(node: Node, live: Attempt | None) -> Standing:
    """Return the one word. A node that fell silent in the middle of a job is silent."""
    if node.state == NodeState.RETIRED:
        return Standing.RETIRED
    if node.is_silent:
        return Standing.SILENT
    if node.state == NodeState.DRAINING:
        return Standing.DRAINING
    return Standing.WORKING if live else Standing.READY


def tally(standings: Sequence[Standing]) -> list[Tally]:
    """Return the count of each standing, also where it is zero."""
    return [Tally(str(one), WORDS[one], LOOKS[one], standings.count(one)) for one in Standing]
