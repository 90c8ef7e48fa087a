"""Shows when something was: day and minute, and under the pointer the exact time with its zone."""

from __future__ import annotations

from datetime import date, datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()
EXACT = "%Y-%m-%d %H:%M:%S %Z"


@register.filter
def moment(when: datetime | None) -> SafeString:
    """Return a time as day and minute; nothing for none."""
    return _element(when, "SHORT_DATETIME_FORMAT")


@register.filter
def on_day(when: date | None) -> SafeString:
    """Return a day, or a time as its day; nothing for none."""
    if when is None or isinstance(when, datetime):
        return _element(when, "SHORT_DATE_FORMAT")
    return format_html(
        '<time datetime="{}">{}</time>', when.isoformat(), date_format(when, "SHORT_DATE_FORMAT")
    )


def _element(when: datetime | None, shown: str) -> SafeString:
    if when is None:
        return SafeString("")
    local = timezone.localtime(when)
    text = date_format(local, shown)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', local.isoformat(), local.strftime(EXACT), text
    )
