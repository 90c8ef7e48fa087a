"""Person-days as people read them."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.utils.formats import number_format

from migration_engine.effort import Range

register = template.Library()

_BAR_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Bar:
    """Where a range lies on a bar of 100 units."""

    low: float
    likely: float
    high: float

    @property
    def span(self) -> float:
        """Return the length between the ends, never too short to see."""
        return max(self.high - self.low, 0.8)


@register.filter
def days(value: float) -> str:
    """Return a number of person-days: as fine as it matters, whole days from ten on."""
    digits = 0 if value >= 10 or not value else 1 if value >= 0.1 else 2
    # Django cuts digits off; people expect them rounded.
    return number_format(round(value, digits), decimal_pos=digits, use_l10n=True, force_grouping=True)


@register.filter
def bar(value: Range, widest: float) -> Bar:
    """Return the range on the scale from nothing to WIDEST."""
    scale = _BAR_WIDTH / widest if widest else 0.0
    return Bar(*(round(end * scale, 2) for end in (value.low, value.likely, value.high)))
