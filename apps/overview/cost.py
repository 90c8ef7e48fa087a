"""What the cost comparison says in one sentence."""

from __future__ import annotations

from dataclasses import dataclass

from apps.projects.models import Project
from apps.tco.refused import StoredRefused
from apps.tco.selectors import comparison_for
from apps.tco.verdict import verdict_of


@dataclass(frozen=True, slots=True)
class Cost:
    """The sentence; `kind` is unknown, better, worse or even. Unsaved values are mere placeholders."""

    sentence: str
    kind: str
    is_saved: bool

    @property
    def has_verdict(self) -> bool:
        """Tell whether somebody's own values led to a verdict."""
        return self.is_saved and self.kind != "unknown"


def cost_of(project: Project) -> Cost:
    """Return the verdict on the saved scenario, or on the placeholders it would begin with."""
    try:
        found = comparison_for(project)
    except StoredRefused as error:
        return Cost(error.message, "unknown", is_saved=True)
    verdict = verdict_of(found.inputs, found.result)
    return Cost(verdict.sentence, verdict.kind, found.saved is not None)
