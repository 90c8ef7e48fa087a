"""Rows that belong to no single room: the base model, the audit trail and one-time sign-in links."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone

from apps.core.tokens import hash_of


class TimeStamped(models.Model):
    """Knows when it was made and last written."""

    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True


class AuditEntry(models.Model):
    """Who did what to which thing; rows are only ever added."""

    at = models.DateTimeField(auto_now_add=True)
    actor = models.CharField(max_length=150)
    verb = models.CharField(max_length=60)
    target = models.CharField(max_length=200)
    project_slug = models.CharField(max_length=60, blank=True)
    detail = models.JSONField(default=dict)

    class Meta:
        ordering = ("-id",)
        indexes = (models.Index(fields=("project_slug", "-id")),)

    def __str__(self) -> str:
        return f"{self.actor} {self.verb} {self.target}"


class SignInLink(models.Model):
    """A link that signs one user in once; only the hash of its token is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"sign-in link of {self.user_id}"

    @classmethod
    def issue(cls, user_id: int, *, lifetime: timedelta = timedelta(hours=12)) -> str:
        """Store a new link and return its token; the token itself is kept nowhere."""
        token = secrets.token_urlsafe(32)
        cls.objects.create(user_id=user_id, token_hash=hash_of(token), expires_at=timezone.now() + lifetime)
        return token

    @classmethod
    def redeem(cls, token: str) -> SignInLink | None:
        """Mark the link used and return it, or None when it is unknown, expired or used before."""
        now = timezone.now()
        live = cls.objects.filter(token_hash=hash_of(token), used_at=None, expires_at__gt=now)
        if live.update(used_at=now) != 1:
            return None
        return cls.objects.select_related("user").get(token_hash=hash_of(token))
