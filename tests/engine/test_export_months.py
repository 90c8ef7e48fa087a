"""The months as comma-separated values: every head, every month, nothing unknown as zero."""

from __future__ import annotations

import csv
import io

import pytest

from migration_engine.export.months import months_csv
from migration_engine.tco import Result, evaluate, load_scenario
from tests.engine.tco.samples import golden


def result(**changes: object) -> Result:
    return evaluate(load_scenario(golden(**changes)))


def lines(found: Result) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(months_csv(found))))


def test_each_month_has_a_line_with_the_figures_of_the_engine() -> None:
    found = result()

    for line, row in zip(lines(found), found.monthly, strict=True):
        assert int(line["month"]) == row.month
        for head, amount in row.migrate.items():
            assert float(line[f"migrate_{head}"]) == round(amount, 2)
        assert float(line["cumulative_difference"]) == round(row.cumulative_difference, 2)
        assert float(line["discount_factor"]) == row.discount_factor


def test_money_has_cents_and_no_dust_of_floating_point() -> None:
    content = months_csv(result(sides__gpu__tariff_per_kwh=0.1, demand__growth_annual=0.37, tax_rate=0.25))

    rows = list(csv.DictReader(io.StringIO(content)))
    precise = {"discount_factor", "co2_t_stay", "co2_t_migrate"}
    amounts = [value for row in rows for name, value in row.items() if name not in precise]
    assert all(len(value.partition(".")[2]) <= 2 for value in amounts)
    assert "-0.0" not in amounts


@pytest.mark.parametrize("case", ["replacement_due", "gpus_owned"])
def test_the_heads_of_a_line_add_up_to_its_total(case: str) -> None:
    for line in lines(result(case=case)):
        for world in ("stay", "migrate"):
            total = float(line.pop(f"{world}_total"))
            heads = [float(amount) for name, amount in line.items() if name.startswith(f"{world}_")]
            assert sum(heads) == pytest.approx(total)


def test_each_month_says_what_runs_in_it_emits() -> None:
    emitted = [float(line["co2_t_migrate"]) for line in lines(result(grid_factor_kg_per_kwh=0.5366))]

    assert emitted[0] == 0
    assert emitted[1] == pytest.approx((118.455523 + 131.617248) / 12, abs=1e-6)
    assert emitted[5] == pytest.approx(131.617248 / 12, abs=1e-6)
    assert {line["co2_t_stay"] for line in lines(result())} == {""}


def test_an_unknown_amount_is_an_empty_cell() -> None:
    line = lines(result(sides__ascend__server_price=None))[0]

    assert (line["migrate_purchase"], line["migrate_total"], line["difference"]) == ("", "", "")
    assert line["stay_total"] == "-3600000.0"
