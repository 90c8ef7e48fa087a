"""Which numbers make sense for each key of a scenario, and how to say so when one does not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import inf

from migration_engine.text import Text


class Fault(StrEnum):
    """Why a number is refused."""

    NOT_WHOLE = "not_whole"
    NOT_POSITIVE = "not_positive"
    TOO_SMALL = "too_small"
    TOO_LARGE = "too_large"
    NOT_A_SHARE = "not_a_share"
    NOTHING_MOVES = "nothing_moves"


_WORDS = {
    Fault.NOT_WHOLE: Text("{0:g} is not a whole number", "{0:g} 不是整数"),
    Fault.NOT_POSITIVE: Text("{0:g} must be greater than 0", "{0:g} 须大于 0"),
    Fault.TOO_SMALL: Text("{0:g} is below {least:g}", "{0:g} 小于 {least:g}"),
    Fault.TOO_LARGE: Text("{0:g} is above {limit:g}", "{0:g} 大于 {limit:g}"),
    Fault.NOT_A_SHARE: Text(
        "{0:.0%} is no share; write 0.1 for 10 %", "{0:.0%} 不是有效比例；10% 请写作 0.1"
    ),
    Fault.NOTHING_MOVES: Text(
        "with {0:.0%} kept on GPUs nothing would migrate: enter less than 100 %",
        "{0:.0%} 保留在 GPU 上则没有任何负载迁移：请填写低于 100% 的数值",
    ),
}


@dataclass(frozen=True, slots=True)
class Bounds:
    """The closed interval a value must lie in; `below` is an open upper end.

    With `some_moves` the whole, 1, is refused because nothing would be left to migrate.
    """

    least: float = 0.0
    most: float = inf
    below: float = inf
    whole: bool = False
    positive: bool = False
    some_moves: bool = False

    def fault(self, value: float) -> Fault | None:
        """What is wrong with the value, if anything."""
        if self.whole and value != int(value):
            return Fault.NOT_WHOLE
        if self.positive and value <= 0:
            return Fault.NOT_POSITIVE
        if value < self.least:
            return Fault.TOO_SMALL
        if self.some_moves and value == 1:
            return Fault.NOTHING_MOVES
        if value > self.most or value >= self.below:
            return Fault.NOT_A_SHARE if self.limit == 1 else Fault.TOO_LARGE
        return None

    @property
    def limit(self) -> float:
        """The upper end, whether or not it is itself allowed."""
        return min(self.most, self.below)

    def objection(self, value: float) -> Text | None:
        """Why the value is refused, in words; None when it is not."""
        fault = self.fault(value)
        if fault is None:
            return None
        en, zh = (
            words.format(value, least=self.least, limit=self.limit)
            for words in (_WORDS[fault].en, _WORDS[fault].zh)
        )
        return Text(en, zh)


# The longest horizon and the largest amounts keep every power and sum far from overflow.
AMOUNT = Bounds(most=1e15)
RATE = Bounds(positive=True, least=1e-3, most=1e12)
SHARE = Bounds(most=1)
COUNT = Bounds(whole=True, most=10_000)
POWER = Bounds(most=10_000)
