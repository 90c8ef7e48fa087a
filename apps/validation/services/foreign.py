"""Remembering that a node wrote under an attempt that was never its own, or with a token that was not."""

from __future__ import annotations

from django.core.cache import cache

from apps.core import audit
from apps.validation.models import Attempt
from apps.validation.services.fence import Fence

# One entry a minute from each web process: the audit trail must not be filled from outside.
ONCE_IN_S = 60


def note_foreign_write(fence: Fence) -> None:
    """Audit a write that was refused for its node or token; one that is only late is no news."""
    if fence.any_state().exists():
        return
    attempt = Attempt.objects.filter(pk=fence.attempt).select_related("job__project").first()
    if attempt is None or not cache.add(f"foreign:{fence.node.pk}:{attempt.pk}", 1, ONCE_IN_S):
        return
    slug = attempt.job.project.slug
    audit.record(f"node {fence.node.name}", "was refused a foreign write", attempt.pk, project_slug=slug)
