"""What the answer page lists adds up."""

import re

import pytest

from apps.tco.figures import running_cost
from migration_engine.tco import evaluate, load_scenario
from tests.apps.tco.golden import golden


def money(text: str) -> float:
    return float(re.sub(r"[^\d.-]", "", text))


def test_the_rows_of_the_running_cost_add_up_to_its_total() -> None:
    inputs = golden()
    inputs["sides"]["ascend"] |= {"rent_per_device_hour": 5.0, "network_per_month": 700.0}

    *rows, total = running_cost(evaluate(load_scenario(inputs)).to_dict())

    assert {"Cloud rent", "Network"} <= {row[0] for row in rows}
    for side in (1, 2):
        assert sum(money(row[side]) for row in rows) == pytest.approx(money(total[side]), abs=len(rows))
