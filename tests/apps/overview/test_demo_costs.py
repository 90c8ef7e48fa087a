"""The demo has something to show on every page of the cost comparison, and says that it is made up."""

from __future__ import annotations

import pytest

from apps.overview.demo_costs import KINDS, add_costs
from apps.tco.models import Scenario, Snapshot
from apps.tco.quotes import currencies_in
from apps.tco.selectors import comparison_for, variants_of
from apps.tco.side_by_side import columns_of
from tests.cast import gather

pytestmark = pytest.mark.django_db


def test_the_demo_has_a_verdict_scenarios_that_differ_and_a_snapshot() -> None:
    cast = gather()
    for _ in range(2):
        add_costs(cast.alice, cast.project)

    found = comparison_for(cast.project)
    columns = columns_of(found, variants_of(cast.project))

    assert found.result["npv_difference"] is not None
    assert [one.result is None or one.is_same for one in columns[1:]] == [False] * len(KINDS)
    assert currencies_in(found.inputs) == ["USD"]
    assert found.inputs["sides"]["ascend"]["server_price"]["source"] == "Example of the demo, no offer"
    assert (Scenario.objects.count(), Snapshot.objects.get().state) == (1, "draft")
