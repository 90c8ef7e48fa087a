"""Numbers as form controls take them, and as people read them."""

from __future__ import annotations

from django import template

from apps.tco.money import number as as_people_write

register = template.Library()


@register.filter
def plain(number: float | None) -> str:
    """Return a number with a point and without grouping, as `<input>` wants it in every language."""
    return "" if number is None else f"{number:.10g}"


@register.filter
def grouped(number: float | None) -> str:
    """Return a number as the reader's language groups its digits."""
    return "" if number is None else as_people_write(number, 6)
