"""The last thirty days of a node: what it did and whether it was there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from math import floor

from django.db.models import Count
from django.db.models.functions import TruncDate
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.validation.models import LIVE, AttemptState, Node

DAYS = 30
# The picture of a month, in its own units: columns above the base line, the strip of presence below it.
PITCH, TALLEST, BASE, STRIP_TOP, STRIP = 20, 72.0, 80.0, 88.0, 12.0
# A day on which a node was heard at this share of the looks counts as one on which it was there.
MOSTLY = 0.98
GOOD, SAID_NO = {AttemptState.SUCCEEDED}, {AttemptState.FAILED}


@dataclass(frozen=True, slots=True)
class Day:
    """Attempts that ended on one day of UTC by outcome, and the share of looks in which the node was heard.

    `heard` is None on a day on which nobody looked: unknown, not absent.
    """

    day: date
    good: int
    said_no: int
    lost: int
    heard: float | None

    @property
    def ended(self) -> int:
        """Return how many attempts ended."""
        return self.good + self.said_no + self.lost

    @property
    def heard_words(self) -> str:
        """Return the share as a percentage; empty where it is unknown."""
        return percentage(self.heard)


@dataclass(frozen=True, slots=True)
class Bar:
    """One rectangle of the picture, and what it says when it is pointed at."""

    look: str
    x: int
    y: float
    height: float
    words: str


@dataclass(frozen=True, slots=True)
class Month:
    """Thirty days, oldest first; `most` is the height of the picture: one attempt is no tower."""

    days: list[Day]
    most: int
    good: int
    said_no: int
    lost: int
    heard: float | None

    @property
    def heard_words(self) -> str:
        """Return the share of all looks as a percentage; empty where nobody looked."""
        return percentage(self.heard)

    @property
    def newest_first(self) -> list[Day]:
        """Return the days as a table shows them."""
        return self.days[::-1]

    @property
    def bars(self) -> Iterator[Bar]:
        """Yield the picture: stacked columns, then one mark of presence a day."""
        for number, day in enumerate(self.days):
            yield from _column(day, number * PITCH, TALLEST / self.most)
            yield _presence(day, number * PITCH)


def percentage(share: float | None) -> str:
    """Return 0.9312 as “93 %”, never rounded up to a full hundred; empty for None."""
    return "" if share is None else f"{floor(share * 100)} %"


def _column(day: Day, x: int, unit: float) -> Iterator[Bar]:
    words, top = f"{day.day}: {day.good} / {day.said_no} / {day.lost}", BASE
    for look, count in (("good", day.good), ("bad", day.said_no), ("warn", day.lost)):
        if count:
            top -= count * unit
            yield Bar(look, x, top, count * unit, words)


def _presence(day: Day, x: int) -> Bar:
    look = "unknown" if day.heard is None else "heard" if day.heard >= MOSTLY else "away"
    return Bar(look, x, STRIP_TOP, STRIP, f"{day.day}: {day.heard_words or _('unknown')}")


def month_of(node: Node) -> Month:
    """Return the last thirty days: two queries."""
    first = timezone.now().date() - timedelta(days=DAYS - 1)
    ended, looks = _ended(node, first), _looks(node, first)
    days = [_day(first + timedelta(days=number), ended, looks) for number in range(DAYS)]
    heard, looked = (sum(column) for column in zip(*looks.values(), strict=True)) if looks else (0, 0)
    return Month(
        days=days,
        most=max(4, *(day.ended for day in days)),
        good=sum(day.good for day in days),
        said_no=sum(day.said_no for day in days),
        lost=sum(day.lost for day in days),
        heard=heard / looked if looked else None,
    )


def _day(day: date, ended: Counter[tuple[date, str]], looks: dict[date, tuple[int, int]]) -> Day:
    heard, looked = looks.get(day, (0, 0))
    by_state = {state: count for (when, state), count in ended.items() if when == day}
    good = sum(count for state, count in by_state.items() if state in GOOD)
    said_no = sum(count for state, count in by_state.items() if state in SAID_NO)
    lost = sum(by_state.values()) - good - said_no
    return Day(day, good, said_no, lost, heard / looked if looked else None)


def _ended(node: Node, first: date) -> Counter[tuple[date, str]]:
    over = node.attempts.exclude(state__in=LIVE).filter(ended_at__date__gte=first)
    counted = over.annotate(on=TruncDate("ended_at")).values_list("on", "state").annotate(Count("pk"))
    return Counter({(day, state): count for day, state, count in counted.order_by()})


def _looks(node: Node, first: date) -> dict[date, tuple[int, int]]:
    rows = node.days.filter(day__gte=first).values_list("day", "heard", "looks")
    return {day: (heard, looks) for day, heard, looks in rows}
