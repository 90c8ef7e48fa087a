"""Snapshots never change, are signed off in two steps, and say what differs between them."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from apps.core.models import AuditEntry
from apps.projects.models import Membership, Role
from apps.tco.models import Snapshot, SnapshotChanged
from apps.tco.sharing import share
from apps.tco.snapshots import take
from tests.apps.tco.priced import saved
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db

BUDGET = 4


@pytest.fixture
def cast() -> Cast:
    return gather()


def post(cast: Cast, name: str, route: str, *ids: object, **data: str) -> Any:
    address = reverse(f"tco:{route}", args=[cast.project.slug, *ids])
    return client_of(cast.by_name(name)).post(address, data)


def page(cast: Cast, route: str, *ids: object, query: str = "", name: str = "vic") -> Any:
    address = reverse(f"tco:{route}", args=[cast.project.slug, *ids]) + query
    return client_of(cast.by_name(name)).get(address)


def test_a_snapshot_holds_inputs_answers_register_and_the_engines_version(cast: Cast) -> None:
    scenario = saved(cast.project)

    assert post(cast, "mona", "snapshot-take", title="Board", note="December").status_code == 302

    one = Snapshot.objects.get()
    assert (one.number, one.title, one.made_by, one.state) == (1, "Board", "mona", "draft")
    assert one.inputs == scenario.inputs
    assert one.result["npv_difference"] == scenario.result["npv_difference"]
    assert one.register[0]["path"] == "sides.ascend.server_price"
    assert one.register[0]["owner"] == "Mona"
    assert one.analysis["simulation"]["seed"] == 7
    assert one.engine_version
    assert AuditEntry.objects.filter(verb="tco.snapshot", project_slug=cast.project.slug).exists()


def test_it_does_not_change_when_the_comparison_does_and_numbers_go_on(cast: Cast) -> None:
    saved(cast.project)
    first = take(actor="mona", project=cast.project, title="")
    saved(cast.project, sides__gpu__pue=1.9)
    second = take(actor="mona", project=cast.project, title="")

    assert (first.number, second.number) == (1, 2)
    assert first.title == cast.project.name
    before = Snapshot.objects.get(number=1).result["npv_difference"]
    assert before != second.result["npv_difference"]
    assert before == first.result["npv_difference"]


def test_a_stored_snapshot_refuses_to_be_written(cast: Cast) -> None:
    saved(cast.project)
    one = take(actor="mona", project=cast.project, title="")
    one.title = "Another"

    with pytest.raises(SnapshotChanged):
        one.save()


def second_manager(cast: Cast) -> None:
    """Make the architect another manager."""
    Membership.objects.filter(user=cast.alice, project=cast.project).update(role=Role.MANAGER)


def test_it_goes_from_draft_to_reviewed_to_approved_and_says_who(cast: Cast) -> None:
    second_manager(cast)
    saved(cast.project, by="bob")
    take(actor="bob", project=cast.project, title="")

    assert post(cast, "alice", "snapshot-review", 1).status_code == 302
    assert post(cast, "mona", "snapshot-approve", 1).status_code == 302

    one = Snapshot.objects.get()
    assert (one.state, one.reviewed_by, one.approved_by) == ("approved", "alice", "mona")
    assert one.approved_at is not None
    assert "by mona." in page(cast, "snapshot", 1).content.decode()
    verbs = set(AuditEntry.objects.values_list("verb", flat=True))
    assert {"tco.reviewed", "tco.approved"} <= verbs


def test_only_a_manager_approves(cast: Cast) -> None:
    saved(cast.project, by="bob")
    take(actor="mona", project=cast.project, title="")
    post(cast, "alice", "snapshot-review", 1)

    for name in ("alice", "bob", "vic"):
        assert post(cast, name, "snapshot-approve", 1).status_code == 403
    assert Snapshot.objects.get().state == "reviewed"
    assert "Approving is for managers." in page(cast, "snapshot", 1).content.decode()


def test_no_step_is_left_out_or_taken_twice(cast: Cast) -> None:
    saved(cast.project, by="alice")
    take(actor="alice", project=cast.project, title="")

    assert post(cast, "mona", "snapshot-approve", 1).status_code == 409
    post(cast, "mona", "snapshot-review", 1)
    assert post(cast, "mona", "snapshot-review", 1).status_code == 409
    post(cast, "mona", "snapshot-approve", 1)
    assert post(cast, "mona", "snapshot-approve", 1).status_code == 409
    assert post(cast, "alice", "snapshot-review", 1).status_code == 409


def test_without_a_verdict_there_is_nothing_to_sign(cast: Cast) -> None:
    saved(cast.project, sides__ascend__server_price=None)
    take(actor="mona", project=cast.project, title="")

    answer = post(cast, "mona", "snapshot-review", 1)

    assert answer.status_code == 403
    assert "There is no verdict to sign" in answer.content.decode()
    assert Snapshot.objects.get().state == "draft"
    assert "No verdict yet" in page(cast, "snapshot", 1).content.decode()


def test_two_snapshots_differ_by_their_inputs_with_the_effect_of_each(cast: Cast) -> None:
    for price in (900_000, 600_000):
        saved(cast.project, sides__ascend__server_price=price, sides__gpu__pue=1.4 + price / 1e7)
        take(actor="mona", project=cast.project, title="")

    found = page(cast, "snapshot", 2, query="?with=1").context["difference"]

    assert (found.before.number, found.after.number) == (1, 2)
    assert [one.label for one in found.changes] == [
        "Migrate to Ascend: Price of a server",
        "Stay on GPU: PUE of the data centre",
    ]
    assert [one.value for one in (found.changes[0].before, found.changes[0].after)] == ["900,000", "600,000"]
    assert found.changes[0].helps
    same = page(cast, "snapshot", 1, query="?with=2").context["difference"]
    assert (same.before.number, same.together) == (1, found.together)


def compared(cast: Cast, name: str, **changes: Any) -> Any:
    """Take a snapshot before and after a change, and return what differs with the page in Chinese."""
    for figures in ({}, changes):
        saved(cast.project, **figures)
        take(actor="mona", project=cast.project, title="")
    found = page(cast, "snapshot", 2, query="?with=1").context["difference"]
    return next(one for one in found.changes if name in one.label)


def test_a_guess_of_the_same_value_in_the_place_of_a_quote_shows(cast: Cast) -> None:
    guess = {"value": 900_000, "origin": "expert", "owner": "Vic"}

    price = compared(cast, "Price of a server", sides__ascend__server_price=guess)

    assert price.is_same_value and price.alone == ""
    assert "700,000 to 1,300,000" in price.before.said and "Quote, Offer 12" in price.before.said
    assert "Mona" in price.before.said and "valid until 2020-01-31" in price.before.said
    assert price.after.said == "Expert, Vic"
    html = page(cast, "snapshot", 2, query="?with=1").content.decode()
    assert "none, same value" in html and "No figure differs." not in html


def test_what_differs_names_choices_in_words_and_both_answers(cast: Cast) -> None:
    case = compared(cast, "Starting point", case="gpus_owned", sides__gpu__resale_month=12.0)

    assert case.after.value == "The GPUs are owned and keep running"
    names = [name for name, *_ in page(cast, "snapshot", 2, query="?with=1").context["difference"].answers]
    assert names == ["Net present value, migrate minus stay", "Range, P10 to P90", "Confidence in the answer"]


def test_snapshots_in_two_currencies_still_show_what_each_says(cast: Cast) -> None:
    price = compared(cast, "Price of a server", currency="EUR", sides__ascend__server_price=800_000)

    assert (price.before.unit, price.after.unit, price.alone) == ("CNY", "EUR", "not compared, no rate")


RELIANCE = {
    "en": ("Confidence in the answer", "Replace with quote", "Is the comparison fair?", "has run out"),
    "zh-hans": ("结论可信度", "待换为报价", "对比是否公平", "已过期"),
}


@pytest.mark.parametrize("language", list(RELIANCE))
def test_snapshot_print_and_shared_page_say_how_far_to_rely_on_the_answer(cast: Cast, language: str) -> None:
    saved(cast.project, sides__gpu__server_price={"value": 1_300_000, "origin": "default"})
    one = take(actor="mona", project=cast.project, title="")
    slug, token = cast.project.slug, share(actor="mona", snapshot=one, days=7)
    addresses = (
        reverse("tco:snapshot", args=[slug, 1]),
        reverse("tco:print", args=[slug]),
        reverse("tco:print", args=[slug]) + "?snapshot=1",
        reverse("tco:shared", args=[token]),
    )

    for address in addresses:
        html = client_of(cast.vic).get(address, headers={"accept-language": language}).content.decode()
        assert all(words in html for words in RELIANCE[language]), address
    assert set(one.analysis["trust"]) == {"evidence", "stated", "default"}


def test_a_snapshot_that_does_not_know_its_confidence_says_unknown(cast: Cast) -> None:
    saved(cast.project)
    one = take(actor="mona", project=cast.project, title="")
    told = {key: said for key, said in one.analysis.items() if key != "trust"}
    Snapshot.objects.filter(pk=one.pk).update(analysis=told)

    assert page(cast, "snapshot", 1).context["reliance"].confidence.word == "unknown"


@pytest.mark.parametrize("query", ["?with=1", "?with=9", "?with=x", "?with=²", "?with=99999999999999"])
def test_a_snapshot_that_is_not_there_is_no_comparison(cast: Cast, query: str) -> None:
    saved(cast.project)
    take(actor="mona", project=cast.project, title="")

    assert page(cast, "snapshot", 1, query=query).context["difference"] is None


def test_pages_keep_their_budget_however_many_there_are(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    saved(cast.project)
    for _ in range(4):
        take(actor="mona", project=cast.project, title="")

    client, slug = client_of(cast.vic), cast.project.slug
    with django_assert_max_num_queries(BUDGET):
        html = client.get(reverse("tco:snapshots", args=[slug])).content.decode()
    with django_assert_max_num_queries(BUDGET + 6):
        client.get(reverse("tco:snapshot", args=[slug, 4]) + "?with=2")
    assert html.count("/tco/snapshots/") > 4
