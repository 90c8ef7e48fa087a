"""The named steps of a scan as its page shows them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.scans.models import Scan, SourceKind, State

NAMES: dict[str, str | Promise] = {
    "open": _("Open the source"),
    "files": _("Read the files and apply the rules"),
    "edges": _("Find the dependencies"),
    "components": _("Group files into components"),
    "record": _("Store the result"),
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step; `state` is is-done, is-current, is-failed, or empty for one that has not begun."""

    name: str | Promise
    done: int
    total: int
    state: str

    @property
    def is_counted(self) -> bool:
        """Whether it can be told how far the step is."""
        return self.total > 1


def steps_of(scan: Scan) -> list[Step]:
    """Return the steps that were begun, then those that are known to follow."""
    begun = scan.steps
    steps = [
        Step(NAMES.get(step["name"], step["name"]), step["done"], step["total"], _state(scan, place))
        for place, step in enumerate(begun, 1)
    ]
    names = {step["name"] for step in begun}
    expected = ["record"] if scan.source_kind == SourceKind.DOCUMENT else list(NAMES)
    coming = [name for name in expected if name not in names] if not scan.is_over else []
    return steps + [Step(NAMES[name], 0, 0, "") for name in coming]


def _state(scan: Scan, place: int) -> str:
    if scan.state == State.SUCCEEDED or place < len(scan.steps):
        return "is-done"
    return "is-failed" if scan.state == State.FAILED else "is-current"
