"""A probability in words that claim no more than it knows, and shares that add up to the whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from migration_engine.tco import load_scenario, simulate
from migration_engine.tco.chances import pays_in, pays_in_words, whole_percents
from tests.engine.tco.samples import golden


@pytest.mark.parametrize(
    ("share", "en", "zh"),
    [
        (0.0, "It pays in none of 10,000 draws.", "10,000 次抽样中，迁移无一划算。"),
        (0.02, "It pays in fewer than 1 of 10 draws.", "每 10 次抽样中，迁移划算的不足 1 次。"),
        (0.27, "It pays in about 3 of 10 draws.", "每 10 次抽样中，迁移划算的约 3 次。"),
        (0.97, "It pays in more than 9 of 10 draws.", "每 10 次抽样中，迁移划算的超过 9 次。"),
        (1.0, "It pays in all 10,000 draws.", "10,000 次抽样中，迁移均划算。"),
    ],
)
def test_the_chance_is_said_in_tenths(share: float, en: str, zh: str) -> None:
    said = pays_in_words(share, 10_000)

    assert (said.en, said.zh) == (en, zh)


def test_without_a_range_or_a_verdict_there_is_no_chance() -> None:
    price = {"value": 900_000, "low": 500_000, "high": 1_000_000}
    fixed = golden(migration__person_days={"low": 420, "likely": 420, "high": 420})

    assert pays_in(simulate(load_scenario(fixed))) is None
    assert pays_in(simulate(load_scenario(golden(sides__gpu__pue=None)))) is None
    assert pays_in(simulate(load_scenario(golden(sides__ascend__server_price=price)))) is not None


def test_thirds_are_not_ninety_nine_per_cent() -> None:
    assert whole_percents([1 / 3, 1 / 3, 1 / 3]) == [34, 33, 33]
    assert whole_percents([0.146, 0.427, 0.427]) == [14, 43, 43]


@given(st.lists(st.floats(0.001, 1), min_size=1, max_size=6))
def test_whole_per_cents_add_up_and_stay_within_one(shares: list[float]) -> None:
    parts = whole_percents(shares)

    assert sum(parts) == 100
    assert all(abs(part - 100 * share / sum(shares)) < 1 for part, share in zip(parts, shares, strict=True))
