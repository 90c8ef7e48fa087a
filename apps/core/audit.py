"""The one way to write the audit trail."""

from apps.core.models import AuditEntry


def record(actor: object, verb: str, target: object, *, project_slug: str = "", **detail: object) -> None:
    """Add one entry inside the caller's transaction, so that it exists exactly when the act does."""
    AuditEntry.objects.create(
        actor=str(actor)[:150], verb=verb, target=str(target)[:200], project_slug=project_slug, detail=detail
    )
