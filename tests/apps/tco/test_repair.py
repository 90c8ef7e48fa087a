"""Stored figures that the engine refuses are named, each with what is stored, and can be repaired."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from apps.tco.models import FigureChange, Scenario
from apps.tco.refused import refused_in
from apps.tco.selectors import comparison_for
from migration_engine.tco.placeholders import put
from tests.apps.tco.priced import inputs, saved
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db

BROKEN = {
    "sides.gpu.pue": 0.5,
    "demand.mean_tokens_per_s": 99_999,
    "sides.gpu.colour": "red",
    "case": "leased",
}
REPAIRED = {
    "sides.gpu.pue": "1.4",
    "demand.mean_tokens_per_s": "4000",
    "demand.peak_tokens_per_s": "12000",
    "case": "gpus_owned",
}


@pytest.fixture
def cast() -> Cast:
    """A project whose newest scenario an older engine took as it was."""
    cast = gather()
    stored = saved(cast.project)
    for path, value in BROKEN.items():
        put(stored.inputs, path, value)
    Scenario.objects.filter(pk=stored.pk).update(inputs=stored.inputs, engine_version="1")
    return cast


def page(cast: Cast, route: str, name: str = "vic", **data: str) -> Any:
    address = reverse(route, args=[cast.project.slug])
    client = client_of(cast.by_name(name))
    return client.post(address, data) if data else client.get(address)


def test_every_refused_key_is_found_not_only_the_first(cast: Cast) -> None:
    stored = Scenario.objects.get().inputs

    assert {one.place for one in refused_in(stored)} == BROKEN.keys()
    assert refused_in(inputs()) == []


def test_the_page_names_each_with_what_is_stored(cast: Cast) -> None:
    answer = page(cast, "tco:scenario")
    html = page(cast, "tco:repair", "mona").content.decode()

    assert answer.status_code == 302 and answer["Location"].endswith("/tco/repair/")
    for words in (
        "PUE of the data centre",
        "0.5",
        "99999",
        "&quot;red&quot;",
        "&quot;leased&quot;",
        "sides.gpu.colour",
    ):
        assert words in html
    assert 'name="sides.gpu.pue" value="0.5"' in html
    assert "Save and calculate" not in page(cast, "tco:repair").content.decode()


def test_other_pages_lead_there_and_the_overview_stands(cast: Cast) -> None:
    refused = page(cast, "tco:register")

    assert refused.status_code == 409
    assert reverse("tco:repair", args=[cast.project.slug]) in refused.content.decode()
    overview = client_of(cast.vic).get(f"/p/{cast.project.slug}/")
    assert "The stored figures can" in overview.content.decode()


def test_repaired_figures_are_the_next_scenario_and_the_old_ones_stay_in_the_history(cast: Cast) -> None:
    assert page(cast, "tco:repair", "mona", **REPAIRED).status_code == 302

    assert comparison_for(cast.project).saved.number == 2  # type: ignore[union-attr]
    change = FigureChange.objects.get(path="sides.gpu.pue", scenario__number=2)
    assert change.before == {"value": 0.5} and change.after["value"] == 1.4
    assert 'sides.gpu.colour = "red"' in change.reason
    assert page(cast, "tco:repair", "mona").status_code == 302


def test_a_repair_that_makes_no_sense_either_stores_nothing(cast: Cast) -> None:
    answer = page(cast, "tco:repair", "mona", **(REPAIRED | {"demand.peak_tokens_per_s": "1"}))

    assert answer.status_code == 400
    assert "above the peak" in answer.content.decode()
    assert Scenario.objects.count() == 1
