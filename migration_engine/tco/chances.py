"""What the draws of a simulation say in words, and shares that add up."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from migration_engine.tco.analysis import Simulation
from migration_engine.text import Text

_OF = 10


def pays_in(simulation: Simulation) -> Text | None:
    """In how many of ten draws migrating pays; None where nothing could be drawn or no input has a range."""
    share = simulation.probability_positive
    if share is None or not simulation.varied:
        return None
    return pays_in_words(share, simulation.draws)


def pays_in_words(share: float, draws: int) -> Text:
    """The share of draws in which migrating pays, said without more precision than it has."""
    if share <= 0:
        return Text(f"It pays in none of {draws:,} draws.", f"{draws:,} 次抽样中，迁移无一划算。")
    if share >= 1:
        return Text(f"It pays in all {draws:,} draws.", f"{draws:,} 次抽样中，迁移均划算。")
    tenths = floor(share * _OF + 0.5)
    if tenths == 0:
        return Text("It pays in fewer than 1 of 10 draws.", "每 10 次抽样中，迁移划算的不足 1 次。")
    if tenths == _OF:
        return Text("It pays in more than 9 of 10 draws.", "每 10 次抽样中，迁移划算的超过 9 次。")
    return Text(f"It pays in about {tenths} of 10 draws.", f"每 10 次抽样中，迁移划算的约 {tenths} 次。")


def whole_percents(shares: Sequence[float]) -> list[int]:
    """Shares of one whole in per cent that add up to 100: the largest remainders are rounded up."""
    exact = [100 * share / sum(shares) for share in shares]
    parts = [floor(one) for one in exact]
    by_remainder = sorted(range(len(exact)), key=lambda at: parts[at] - exact[at])
    for at in by_remainder[: 100 - sum(parts)]:
        parts[at] += 1
    return parts
