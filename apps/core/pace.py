"""How often somebody may try something: counted in the cache of each process, forgotten after a minute."""

from __future__ import annotations

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

SECONDS = 60


def is_too_fast(what: str, request: HttpRequest, most: int) -> bool:
    """Count one try of the sender and tell whether there were more than MOST within a minute."""
    key = f"pace:{what}:{address_of(request)}"
    cache.add(key, 0, SECONDS)
    try:
        return cache.incr(key) > most
    except ValueError:  # it was forgotten just now
        return False


def address_of(request: HttpRequest) -> str:
    """Return the sender's address; in production a proxy stands before us and says it."""
    passed_on = request.headers.get("X-Forwarded-For", "") if settings.PRODUCTION else ""
    return passed_on.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", ""))
