"""Two people store at the same time: nothing is lost, and who changed what another changed too chooses."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from apps.tco.models import FigureChange, Scenario, Variant
from apps.tco.what_if import typed
from tests.apps.tco.priced import saved
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db

PRICE, PUE = "sides.ascend.server_price", "sides.gpu.pue"


@pytest.fixture
def cast() -> Cast:
    cast = gather()
    saved(cast.project)
    return cast


def stored(cast: Cast) -> dict[str, str]:
    newest = Scenario.objects.of(cast.project).first()
    assert newest is not None
    return typed(newest.inputs)


def page_of(cast: Cast, query: str = "") -> dict[str, str]:
    """Return what a browser holds of the answer form: every field, and what the page showed."""
    answer = client_of(cast.alice).get(reverse("tco:scenario", args=[cast.project.slug]) + query)
    form = answer.context["form"]
    return {name: str(form[name].value() or "") for name in form.fields} | {"shown": answer.context["shown"]}


def send(cast: Cast, sent: dict[str, str], route: str = "scenario") -> Any:
    return client_of(cast.alice).post(reverse(f"tco:{route}", args=[cast.project.slug]), sent)


def test_a_stale_page_stores_only_what_was_touched_on_it(cast: Cast) -> None:
    page = page_of(cast)
    saved(cast.project, sides__gpu__pue=1.9)

    assert send(cast, page | {PRICE: "800000"}).status_code == 302

    assert (stored(cast)[PRICE], stored(cast)[PUE]) == ("800000", "1.9")
    assert set(FigureChange.objects.filter(scenario__saved_by="alice").values_list("path", flat=True)) == {
        PRICE
    }


def test_a_figure_that_both_changed_is_shown_twice_and_nothing_is_stored(cast: Cast) -> None:
    page = page_of(cast)
    saved(cast.project, sides__gpu__pue=1.9)

    answer = send(cast, page | {PUE: "1.2", PRICE: "800000"})

    (clash,) = answer.context["clashes"]
    assert answer.status_code == 409
    assert (clash.path, clash.theirs, clash.mine) == (PUE, "1.9", "1.2")
    assert clash.before == "1.4" and clash.scenario.saved_by == "mona"
    assert "800,000" in answer.content.decode()
    assert Scenario.objects.count() == 2


@pytest.mark.parametrize("chosen", ["1.9", "1.2"])
def test_what_the_reader_chooses_is_stored_with_the_rest(cast: Cast, chosen: str) -> None:
    page = page_of(cast)
    saved(cast.project, sides__gpu__pue=1.9)
    html = send(cast, page | {PUE: "1.2", PRICE: "800000"}).content.decode()
    hidden = {
        name: unescape(value)
        for name, value in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', html)
    }

    answer = send(cast, {**hidden, PUE: chosen})

    assert answer.status_code == 302
    assert (stored(cast)[PRICE], stored(cast)[PUE]) == ("800000", chosen)


def test_the_choice_is_asked_again_when_the_figure_moves_once_more(cast: Cast) -> None:
    page = page_of(cast)
    saved(cast.project, sides__gpu__pue=1.9)
    shown = send(cast, page | {PUE: "1.2"}).context["shown"]
    saved(cast.project, sides__gpu__pue=1.8)

    assert send(cast, {PUE: "1.2", "shown": shown}).status_code == 409


def test_the_same_change_by_both_is_no_conflict(cast: Cast) -> None:
    page = page_of(cast)
    saved(cast.project, sides__gpu__pue=1.9)

    assert send(cast, page | {PUE: "1.9"}).status_code == 302


def test_a_refused_form_still_knows_what_its_first_page_showed(cast: Cast) -> None:
    page = page_of(cast)
    saved(cast.project, sides__gpu__pue=1.9)
    refused = send(cast, page | {PRICE: "much"})
    again = page_of(cast) | {"shown": refused.context["shown"]}
    saved(cast.project, sides__ascend__server_price=700_000, sides__gpu__pue=1.9)

    assert refused.status_code == 400
    assert send(cast, again | {PRICE: "800000", PUE: "1.9"}).status_code == 409


@pytest.mark.parametrize("shown", ["", "{", "[]", "[[" * 9999, '{"a": {}}'])
def test_a_form_that_does_not_say_what_it_showed_overwrites_nothing(cast: Cast, shown: str) -> None:
    assert send(cast, {PUE: "1.2", "shown": shown}).status_code == 409
    assert Scenario.objects.count() == 1


def test_keeping_a_moved_slider_meets_the_same_question(cast: Cast) -> None:
    answer = client_of(cast.alice).get(reverse("tco:scenario", args=[cast.project.slug]), {"ratio": "0.7"})
    speed = "sides.ascend.tokens_per_s_per_device"
    kept = answer.context["changed"] | {"shown": answer.context["shown_before"]}
    assert list(json.loads(kept["shown"])) == [speed]
    saved(cast.project, sides__ascend__tokens_per_s_per_device=700)

    assert send(cast, kept).status_code == 409
    assert stored(cast)[speed] == "700"


def test_an_assumption_that_moved_meanwhile_is_not_overwritten_unseen(cast: Cast) -> None:
    address = reverse("tco:register", args=[cast.project.slug])
    client = client_of(cast.alice)
    shown = client.get(address, {"edit": PUE}).context["shown"]
    saved(cast.project, sides__gpu__pue=1.9)
    mine = {"path": PUE, "value": "1.2", "origin": "bill", "reason": "read again"}

    refused = client.post(address, mine | {"shown": shown})

    assert refused.status_code == 409
    assert "mona has changed this figure meanwhile" in refused.content.decode()
    assert 'value="1.2"' in refused.content.decode() and "1.9" in refused.content.decode()
    assert stored(cast)[PUE] == "1.9"
    assert client.post(address, mine | {"shown": refused.context["shown"]}).status_code == 302
    assert stored(cast)[PUE] == "1.2"


def test_who_met_a_figure_of_their_own_is_told_so(cast: Cast) -> None:
    address = reverse("tco:register", args=[cast.project.slug])
    client = client_of(cast.mona)
    shown = client.get(address, {"edit": PUE}).context["shown"]
    saved(cast.project, sides__gpu__pue=1.9)

    refused = client.post(address, {"path": PUE, "value": "1.2", "origin": "bill", "shown": shown})

    assert "You changed this figure yourself meanwhile" in refused.content.decode()
    send(cast, {"ratio": "0.7", "name": "Board"}, "variant-keep")
    again = client_of(cast.alice).post(
        reverse("tco:variant-keep", args=[cast.project.slug]), {"ratio": "0.8", "name": "Board"}, follow=True
    )
    assert "You kept “Board” yourself meanwhile" in again.content.decode()


def test_a_scenario_of_somebody_else_is_not_replaced_by_its_name(cast: Cast) -> None:
    client = client_of(cast.alice)
    first = {"ratio": "0.7", "name": "Board"}
    client_of(cast.mona).post(reverse("tco:variant-keep", args=[cast.project.slug]), first)
    address = reverse("tco:variant-keep", args=[cast.project.slug])

    answer = client.post(address, {"ratio": "0.8", "name": "Board"}, follow=True)

    assert answer.redirect_chain == [(f"{reverse('tco:scenario', args=[cast.project.slug])}?ratio=0.8", 302)]
    assert "was kept by mona meanwhile" in answer.content.decode()
    assert Variant.objects.get().changes == {"sides.ascend.tokens_per_s_per_device": pytest.approx(1050)}
    opened = client.get(reverse("tco:scenario", args=[cast.project.slug]), {"name": "Board", "ratio": "0.8"})
    sent = {"ratio": "0.8", "name": "Board", "instead_of": opened.context["instead_of"]}
    send(cast, sent, "variant-keep")
    assert Variant.objects.get().changes == {"sides.ascend.tokens_per_s_per_device": pytest.approx(1200)}


def test_a_ready_made_scenario_that_was_filled_in_is_not_made_anew(cast: Cast) -> None:
    rent = "sides.ascend.rent_per_device_hour"
    send(cast, {"kind": "cloud_rent"}, "variant-make")
    Variant.objects.update(changes={rent: 12.0})

    send(cast, {"kind": "cloud_rent"}, "variant-make")

    assert Variant.objects.get().changes == {rent: 12.0}
