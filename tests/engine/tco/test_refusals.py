"""A refusal says what is wrong, at which input, and which others it stands against."""

from __future__ import annotations

import pytest

from migration_engine.errors import ScenarioInvalid
from migration_engine.tco import load_scenario
from migration_engine.tco.labels import input_at
from tests.engine.tco.samples import golden

HORIZON = ("horizon_months",)


@pytest.mark.parametrize(
    ("changes", "fault", "at", "against"),
    [
        ({"dual_run_months": 40}, "contradicts", "dual_run_months", HORIZON),
        ({"dual_run_months": {"value": 4, "high": 37}}, "contradicts", "dual_run_months", HORIZON),
        (
            {"demand__mean_tokens_per_s": 13_000},
            "contradicts", "demand.mean_tokens_per_s", ("demand.peak_tokens_per_s",),
        ),
        (
            {"migration__person_days": {"low": 9, "likely": 5, "high": 6}},
            "contradicts", "migration.person_days.likely",
            ("migration.person_days.low", "migration.person_days.high"),
        ),
        (
            {"sides__gpu__tariff_peak_share": 0.5},
            "required", "sides.gpu.tariff_peak_per_kwh", ("sides.gpu.tariff_peak_share",),
        ),
        (
            {"sides__gpu__it_power_kw_idle": 1},
            "required", "sides.gpu.it_power_kw_busy", ("sides.gpu.it_power_kw_idle",),
        ),
        ({"sides__gpu__pue": 0.5}, "too_small", "sides.gpu.pue", ()),
        ({"headroom": 1}, "not_a_share", "headroom", ()),
        ({"horizon_months": None}, "required", "horizon_months", ()),
        ({"sides__gpu__price": 1}, "unknown_key", "", ()),
        ({"sides__gpu__pue": "high"}, "malformed", "sides.gpu.pue", ()),
    ],
)  # fmt: skip
def test_a_refusal_names_its_kind_its_input_and_what_it_stands_against(
    changes: dict[str, object], fault: str, at: str, against: tuple[str, ...]
) -> None:
    with pytest.raises(ScenarioInvalid) as refused:
        load_scenario(golden(**changes))

    assert (refused.value.fault, input_at(refused.value.place), refused.value.against) == (fault, at, against)


def test_a_missing_price_is_no_refusal() -> None:
    assert load_scenario(golden(sides__ascend__server_price=None)).ascend.server_price.value is None
