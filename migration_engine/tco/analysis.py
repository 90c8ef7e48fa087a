"""What the analyses around a scenario answer: how far the verdict carries, and what would change it.

`tornado(scenario)`, `grid(scenario, row_path, column_path)` and `simulate(scenario)` make them. Money is in
the scenario's currency; an NPV difference is migrate minus stay, so positive speaks for migrating.
An analysis of a scenario without a verdict has no rows and no figures.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Swing:
    """One input of the tornado, at its low and at its high, all others as they are.

    `switching` are the values at which the verdict flips, nearest to the present one first; money has one at
    any distance, unless it would lie below zero, others are searched far beyond low and high. For a whole
    number it is the first whole one with the other verdict. `stepped` says that the difference jumps over
    zero there, because a number of servers changes.
    """

    path: str
    origin: str
    value: float
    low: float
    high: float
    npv_low: float
    npv_high: float
    switching: tuple[float, ...]
    stepped: bool

    @property
    def range(self) -> float:
        """How far the NPV difference moves between low and high."""
        return abs(self.npv_high - self.npv_low)

    @property
    def flips(self) -> bool:
        """Whether the verdict at one end is not that at the other."""
        return (self.npv_low >= 0) != (self.npv_high >= 0)


@dataclass(frozen=True, slots=True)
class Tornado:
    """Every input that has a range and moves the NPV difference, the widest swing first.

    `without_range` are the inputs that were taken as certain because nobody gave low and high; `certain`
    holds those of them that matter, each a tenth lower and higher (a whole number by at least one), the
    widest first. A tornado moves one input at a time: it hides what inputs do together.
    """

    npv_difference: float | None
    swings: tuple[Swing, ...]
    without_range: tuple[str, ...]
    certain: tuple[Swing, ...] = ()

    @property
    def every(self) -> tuple[Swing, ...]:
        """Those with a range and those taken as certain."""
        return self.swings + self.certain


@dataclass(frozen=True, slots=True)
class Grid:
    """NPV difference over two inputs; `npv_difference[i][j]` belongs to `rows[i]` and `columns[j]`.

    The path `ratio` stands for the throughput of an Ascend device as a share of a GPU's.
    """

    row_path: str
    column_path: str
    rows: tuple[float, ...]
    columns: tuple[float, ...]
    npv_difference: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Bin:
    """One bar of the histogram: draws with `start` <= NPV difference < `end`; the last bar includes `end`."""

    start: float
    end: float
    draws: int


@dataclass(frozen=True, slots=True)
class Quantile:
    """A percentile of the NPV difference and its sampling error (one standard error); P10 is the bad end."""

    value: float
    error: float


@dataclass(frozen=True, slots=True)
class Simulation:
    """The NPV difference over many draws of all inputs that have a range; one seed gives one answer.

    `mean_shortfall` is the mean loss over the draws that lose (a positive amount, 0.0 when none does).
    `certain` are the key paths of the inputs that every draw takes as they are, because they have no range.
    """

    draws: int
    seed: int
    distribution: str
    varied: tuple[str, ...]
    p10: Quantile | None
    p50: Quantile | None
    p90: Quantile | None
    mean: float | None
    probability_positive: float | None
    probability_error: float | None
    mean_shortfall: float | None
    histogram: tuple[Bin, ...]
    certain: tuple[str, ...] = ()
