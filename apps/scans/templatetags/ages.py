"""How long ago something was, in one unit: "3 minutes", "2 days"."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.timesince import timesince

register = template.Library()
MINUTE = timedelta(minutes=1)


@register.filter
def age(moment: datetime) -> str:
    """Return the time since MOMENT, or nothing within the first minute: pages then say "just now"."""
    return "" if timezone.now() - moment < MINUTE else timesince(moment, depth=1)
