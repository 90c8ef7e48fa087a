"""Numbers as form controls take them."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def plain(number: float | None) -> str:
    """Return a number with a point and without grouping, as `<input>` wants it in every language."""
    return "" if number is None else f"{number:.10g}"
