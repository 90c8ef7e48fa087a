"""One input of a scenario: a number with its range, and where it came from."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan


@dataclass(frozen=True, slots=True)
class Figure:
    """One input with its range and where it came from; `value` None means nobody knows it yet.

    The value is in the scenario's currency; `currency` is the one that the source states, turned into the
    scenario's by `fx_rate` (scenario's units for one of the source's) on `fx_date`. `run` is the validation
    run that measured it, at the service level `slo`.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    origin: str = ""
    source: str = ""
    date: str = ""
    evidence: str = ""
    owner: str = ""
    valid_until: str = ""
    currency: str = ""
    fx_rate: float | None = None
    fx_date: str = ""
    run: str = ""
    slo: str = ""

    @property
    def number(self) -> float:
        """The value for arithmetic: an unknown is NaN, so all that depends on it stays unknown."""
        return nan if self.value is None else self.value

    @property
    def lowest(self) -> float:
        """The low end of the range, the value where there is none."""
        return self.number if self.low is None else self.low

    @property
    def highest(self) -> float:
        """The high end of the range, the value where there is none."""
        return self.number if self.high is None else self.high


UNKNOWN = Figure(None)
