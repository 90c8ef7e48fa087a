"""The settings of the simulation stand on the page, and a rack rate may hold the power."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from apps.tco.models import Scenario
from apps.tco.what_if import what_if
from migration_engine.tco import evaluate, load_scenario
from tests.apps.tco.golden import golden
from tests.apps.tco.priced import saved
from tests.cast import Cast, client_of, gather

PRICE, TARIFF = "sides.ascend.server_price", "sides.gpu.tariff_per_kwh"


@pytest.fixture
def cast() -> Cast:
    cast = gather()
    saved(cast.project)
    return cast


def send(cast: Cast, first: str = PRICE, second: str = TARIFF, rho: str = "0.5", language: str = "en") -> Any:
    sent = {"first": first, "second": second, "rho": rho}
    address = reverse("tco:together", args=[cast.project.slug])
    return client_of(cast.alice).post(address, sent, follow=True, headers={"accept-language": language})


def pairs(cast: Cast) -> list[dict[str, Any]]:
    newest = Scenario.objects.of(cast.project).first()
    assert newest is not None
    found: list[dict[str, Any]] = newest.inputs["simulation"].get("correlations", [])
    return found


@pytest.mark.django_db
def test_two_figures_move_together_until_they_are_parted(cast: Cast) -> None:
    html = send(cast).content.decode()

    assert pairs(cast) == [{"first": PRICE, "second": TARIFF, "rho": 0.5}]
    assert "Migrate to Ascend: Price of a server ↔ Stay on GPU: " in html
    send(cast, TARIFF, PRICE, "-0.2")
    assert [one["rho"] for one in pairs(cast)] == [-0.2]
    send(cast, rho="")
    assert pairs(cast) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"rho": "1.5"}, "at most 1"),
        ({"rho": "much"}, "Write a number"),
        ({"second": PRICE}, "Choose two different figures."),
        ({"second": "sides.gpu.pue"}, "Select a valid choice"),
    ],
)
def test_a_pair_that_makes_no_sense_is_refused_by_name(cast: Cast, sent: dict[str, str], words: str) -> None:
    html = send(cast, **sent).content.decode()

    assert words in html
    assert pairs(cast) == []


def test_a_rack_rate_that_holds_the_power_saves_the_bill() -> None:
    inputs = golden()
    result = evaluate(load_scenario(inputs)).to_dict()

    asked = what_if(inputs, result, {"sides.gpu.rack_includes_power": "yes"})

    assert asked.inputs["sides"]["gpu"]["rack_includes_power"] is True
    assert asked.result["monthly_opex"]["gpu"]["electricity"] == 0
    assert not what_if(inputs, result, {"sides.gpu.rack_includes_power": "no"}).changed


def test_draws_and_seed_are_settings_like_any_figure() -> None:
    inputs = golden()
    result = evaluate(load_scenario(inputs)).to_dict()

    asked = what_if(inputs, result, {"simulation.draws": "500", "simulation.seed": "7"})

    assert asked.inputs["simulation"] == {"draws": 500, "seed": 7}
    assert what_if(inputs, result, {"simulation.draws": "3"}).refused
