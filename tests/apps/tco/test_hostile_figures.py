"""Whatever an address says of a figure, the page answers: with a result, or with what is wrong, by name."""

from __future__ import annotations

import pytest
from django.urls import reverse

from apps.tco.fields import rows_by_path
from apps.tco.levers import LEVERS
from apps.tco.models import Scenario, Variant
from apps.tco.page import faulty_in
from apps.tco.services import save
from apps.tco.variants import applied
from apps.tco.what_if import WhatIf, what_if
from migration_engine.tco import evaluate, load_scenario
from tests.apps.tco.golden import golden
from tests.cast import Cast, client_of, gather

BASE = golden()
RESULT = evaluate(load_scenario(BASE)).to_dict()
PAGES = ("scenario", "live", "sensitivity", "questions")


def asked(**query: str) -> WhatIf:
    return what_if(BASE, RESULT, query)


@pytest.fixture
def cast() -> Cast:
    cast = gather()
    save(actor=cast.mona, project=cast.project, inputs=golden())
    return cast


@pytest.mark.parametrize("text", ["much", "-1e9", "1e999", "<b>", "1,5", "\x00"])
def test_what_is_no_such_figure_is_refused_beside_its_field(text: str) -> None:
    found = asked(**dict.fromkeys(rows_by_path(), text))

    assert found.inputs == BASE
    assert {one.field.name for one in faulty_in(found.form) if one.label} == set(rows_by_path())
    for lever in LEVERS:
        named = {one.field.name for one in faulty_in(asked(**{lever.key: text}).form)}
        assert named and named <= set(lever.paths)


def test_every_figure_may_be_unknown_or_is_refused_beside_a_field() -> None:
    for figure in rows_by_path():
        found = asked(**{figure: "?"})

        assert not found.refused or faulty_in(found.form), figure


@pytest.mark.django_db
@pytest.mark.parametrize("figure", ["horizon_months", "dual_run_months", "demand.requests_per_day"])
def test_a_figure_that_may_not_be_unknown_is_asked_for_on_every_page(cast: Cast, figure: str) -> None:
    for page in PAGES:
        answer = client_of(cast.mona).get(reverse(f"tco:{page}", args=[cast.project.slug]), {figure: "?"})
        assert answer.status_code in {200, 400}, page

    for page in ("scenario", "variant-keep"):
        sent = {figure: "?", "name": "Odd", "shown": "{}"}
        answer = client_of(cast.mona).post(reverse(f"tco:{page}", args=[cast.project.slug]), sent)
        assert answer.status_code in {302, 400, 409}, page
    assert Scenario.objects.count() == 1
    assert not Variant.objects.exists()


def test_an_option_can_be_unknown_or_left_out_and_both_survive_the_address() -> None:
    option = "sides.ascend.rent_per_device_hour"

    assert asked(**{option: "?"}).changed == {option: None}
    assert asked(**{option: "?"}).result["npv_difference"] is None
    rented = applied(BASE, {option: 12.0})
    assert what_if(rented, RESULT, {option: ""}).changed == {option: ""}
    assert what_if(rented, RESULT, {option: ""}).inputs["sides"]["ascend"].get("rent_per_device_hour") is None
