"""Links that show one snapshot without signing in: made, opened, taken back."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from apps.core import audit
from apps.core.tokens import hash_of
from apps.tco.models import ShareLink, Snapshot

DAYS = (1, 7, 30, 90)


def share(*, actor: object, snapshot: Snapshot, days: int) -> str:
    """Store a link that ends by itself and return its token, which is kept nowhere.

    A snapshot has one open link at most: where there is one, nothing is stored and the token is empty.
    """
    token = secrets.token_urlsafe(32)
    expires = timezone.now() + timedelta(days=days)
    with transaction.atomic():
        Snapshot.objects.select_for_update().get(pk=snapshot.pk)
        if open_link(snapshot.links.all()):
            return ""
        link = ShareLink.objects.create(
            snapshot=snapshot, token_hash=hash_of(token), expires_at=expires, made_by=str(actor)
        )
        _record(actor, "tco.share", link, days=days)
    return token


def open_link(links: Iterable[ShareLink]) -> ShareLink | None:
    """Return the one that still shows its snapshot."""
    return next((link for link in links if link.is_open), None)


def revoke(*, actor: object, link: ShareLink) -> None:
    """Close a link now; one that is closed stays as it is."""
    with transaction.atomic():
        if ShareLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now()):
            _record(actor, "tco.share-revoke", link)


def opened(token: str) -> ShareLink | None:
    """Return the link of a token with its snapshot, whether or not it is still open."""
    found = ShareLink.objects.select_related("snapshot__project")
    return found.filter(token_hash=hash_of(token)).first()


def _record(actor: object, verb: str, link: ShareLink, **detail: object) -> None:
    snapshot = link.snapshot
    audit.record(
        actor, verb, link, project_slug=snapshot.project.slug, number=snapshot.number, link=link.pk, **detail
    )
