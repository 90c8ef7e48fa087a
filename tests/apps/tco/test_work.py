"""The plan's work fills the comparison, as a whole and by layer."""

from __future__ import annotations

import pytest
from django.urls import reverse

from apps.plans.selectors import days_by_layer
from apps.tco.assumptions import change_figure, fingerprint
from apps.tco.models import FigureChange
from apps.tco.selectors import comparison_for
from migration_engine.tco import load_scenario, simulate
from migration_engine.tco.effects import figure_at
from tests.apps.plans.scans import recorded
from tests.apps.tco.priced import saved
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db

LAYERS = "simulation.days"


@pytest.fixture
def cast() -> Cast:
    cast = gather()
    recorded(cast.project)
    return cast


def test_a_first_comparison_draws_the_layers_of_the_plan(cast: Cast) -> None:
    found = comparison_for(cast.project)
    layers = days_by_layer(cast.project)

    assert layers and found.days is not None
    assert sum(one.likely for one in layers.values()) == pytest.approx(found.days.likely, abs=0.05)
    assert {layer: one["value"] for layer, one in figure_at(found.inputs, LAYERS).items()} == {
        layer: one.likely for layer, one in layers.items()
    }
    assert simulate(load_scenario(found.inputs)).draws


def test_the_work_is_taken_over_into_a_saved_comparison(cast: Cast) -> None:
    saved(cast.project)
    address = reverse("tco:scenario", args=[cast.project.slug])
    html = client_of(cast.mona).get(address).content.decode()
    assert "No work by layer is stored" in html and reverse("plans:plan", args=[cast.project.slug]) in html

    answer = client_of(cast.mona).post(reverse("tco:plan-work", args=[cast.project.slug]))

    found = comparison_for(cast.project)
    assert answer.status_code == 302 and found.days is not None
    likely = figure_at(found.inputs, "migration.person_days.likely")
    assert (likely["value"], likely["origin"]) == (found.days.likely, "scan")
    assert set(figure_at(found.inputs, LAYERS)) == set(days_by_layer(cast.project))
    change = FigureChange.objects.filter(path=LAYERS, reason="Taken over from the plan.").get()
    assert change.before is None
    assert "It pays in" in client_of(cast.vic).get(f"{address}?full=1").content.decode()


def test_without_a_plan_there_is_nothing_to_take_over() -> None:
    cast = gather()
    saved(cast.project)

    answer = client_of(cast.mona).post(reverse("tco:plan-work", args=[cast.project.slug]))

    assert answer.status_code == 409
    assert "There is no plan yet: scan first." in answer.content.decode()


def test_whoever_enters_the_work_draws_it_as_one_again(cast: Cast) -> None:
    inputs = comparison_for(cast.project).inputs
    assert figure_at(inputs, LAYERS)

    change_figure(
        actor=cast.mona,
        project=cast.project,
        path="migration.person_days.likely",
        figure={"value": figure_at(inputs, "migration.person_days.likely")["value"] + 1, "origin": "expert"},
        shown=fingerprint(inputs, "migration.person_days.likely"),
    )

    assert figure_at(comparison_for(cast.project).inputs, LAYERS) is None
