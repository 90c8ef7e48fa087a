"""Four eyes: whose figure stands in a snapshot neither reviews nor approves it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from apps.projects.models import Membership, Role
from apps.tco.hands import hands_in
from apps.tco.models import Snapshot
from apps.tco.services import save
from apps.tco.snapshots import take
from tests.apps.tco.priced import QUOTE, saved
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db

PRICE = "sides.ascend.server_price"


@pytest.fixture
def cast() -> Cast:
    return gather()


def post(cast: Cast, name: str, route: str, number: int = 1) -> Any:
    return client_of(cast.by_name(name)).post(reverse(f"tco:{route}", args=[cast.project.slug, number]))


def page(cast: Cast, name: str, number: int = 1) -> str:
    address = reverse("tco:snapshot", args=[cast.project.slug, number])
    return str(client_of(cast.by_name(name)).get(address).content.decode())


def join(cast: Cast, name: str, role: Role) -> None:
    """Give somebody of the cast a role in the project."""
    Membership.objects.filter(user=cast.by_name(name), project=cast.project).delete()
    Membership.objects.create(user=cast.by_name(name), project=cast.project, role=role)


def priced_by_mona(cast: Cast) -> Snapshot:
    """Mona prices the server; then a colleague saves something that hardly matters."""
    saved(cast.project, by="bob", sides__ascend__server_price=None)
    saved(cast.project, by="mona")
    saved(cast.project, by="alice", sides__gpu__pue=1.41)
    return take(actor="alice", project=cast.project, title="")


def test_a_colleagues_trivial_save_does_not_free_whose_figure_decides(cast: Cast) -> None:
    snapshot = priced_by_mona(cast)

    refused = post(cast, "mona", "snapshot-review")

    assert hands_in(snapshot)["mona"] == [PRICE]
    assert refused.status_code == 403
    assert "You entered figures that stand in it (Migrate to Ascend: Price of a server)" in (
        refused.content.decode()
    )
    Snapshot.objects.update(state="reviewed", reviewed_by="somebody")
    assert post(cast, "mona", "snapshot-approve").status_code == 403
    assert Snapshot.objects.get().state == "reviewed"


def test_the_page_says_who_may_and_what_helps_where_nobody_may(cast: Cast) -> None:
    priced_by_mona(cast)

    assert "Nobody of the project can review it" in page(cast, "vic")
    join(cast, "charlie", Role.ARCHITECT)

    assert "Can review it now: charlie." in page(cast, "mona")
    assert 'action="/p/document-questions/tco/snapshots/1/review/"' not in page(cast, "mona")
    assert post(cast, "charlie", "snapshot-review").status_code == 302
    assert "The project has no other manager yet" in page(cast, "mona")
    join(cast, "bob", Role.MANAGER)
    assert "No manager of the project can approve it" in page(cast, "mona")


def test_who_adds_a_name_to_a_price_has_not_set_the_price(cast: Cast) -> None:
    saved(cast.project, by="mona")
    saved(cast.project, by="alice", sides__ascend__server_price=QUOTE | {"owner": "Alice"})
    hands = hands_in(take(actor="alice", project=cast.project, title=""))

    assert PRICE in hands["mona"] and PRICE in hands["alice"]


def test_a_figure_that_somebody_else_has_set_since_is_in_force_no_more(cast: Cast) -> None:
    saved(cast.project, by="bob")
    saved(cast.project, by="mona", sides__gpu__pue=1.9)
    saved(cast.project, by="alice", sides__gpu__pue=1.5)

    assert set(hands_in(take(actor="alice", project=cast.project, title=""))) == {"bob", "alice"}


def test_only_what_was_set_since_the_last_approval_counts(cast: Cast) -> None:
    priced_by_mona(cast)
    Snapshot.objects.update(state="approved")
    saved(cast.project, by="alice", sides__gpu__pue=1.6)
    saved(cast.project, by="bob", sides__gpu__pue=1.6, sides__ascend__pue=1.3)
    saved(cast.project, by="alice", sides__gpu__pue=1.6)
    later = take(actor="alice", project=cast.project, title="")

    assert hands_in(later) == {"alice": ["sides.gpu.pue"]}
    assert post(cast, "mona", "snapshot-review", later.number).status_code == 302
    assert post(cast, "mona", "snapshot-approve", later.number).status_code == 302


@pytest.mark.parametrize("key", ["seed", "correlations"])
def test_how_the_simulation_draws_is_a_figure_too(cast: Cast, key: str) -> None:
    drawn = {"first": PRICE, "second": "sides.gpu.tariff_per_kwh", "rho": 0.5}
    saved(cast.project, by="bob")
    one = saved(cast.project, by="bob")
    changed = {"seed": 8} if key == "seed" else {"correlations": [drawn]}
    one.inputs["simulation"] |= changed
    save(actor="mona", project=cast.project, inputs=one.inputs)

    assert hands_in(take(actor="bob", project=cast.project, title=""))["mona"] == [f"simulation.{key}"]


def test_who_took_it_may_review_but_not_approve(cast: Cast) -> None:
    saved(cast.project, by="bob")
    take(actor="mona", project=cast.project, title="")

    assert post(cast, "mona", "snapshot-review").status_code == 302
    assert "You took this snapshot" in post(cast, "mona", "snapshot-approve").content.decode()


def test_who_reviewed_does_not_approve_where_there_is_another_manager(cast: Cast) -> None:
    saved(cast.project, by="bob")
    take(actor="bob", project=cast.project, title="")
    post(cast, "mona", "snapshot-review")
    join(cast, "alice", Role.MANAGER)

    assert "You reviewed it" in post(cast, "mona", "snapshot-approve").content.decode()
    assert "Can approve it now: alice." in page(cast, "mona")
    assert post(cast, "alice", "snapshot-approve").status_code == 302


def test_the_only_manager_may_review_and_approve_what_others_made(cast: Cast) -> None:
    saved(cast.project, by="alice")
    take(actor="alice", project=cast.project, title="")

    assert post(cast, "mona", "snapshot-review").status_code == 302
    assert post(cast, "mona", "snapshot-approve").status_code == 302


def convert(cast: Cast, name: str, old: str, new: str, rate: str) -> None:
    sent = {"code": new, "rate": rate, "day": "2026-11-30", "shown": old}
    address = reverse("tco:convert", args=[cast.project.slug])
    assert client_of(cast.by_name(name)).post(address, sent).status_code == 302


def approved_then_trained_by_alice(cast: Cast, **changes: Any) -> None:
    """Everything is signed off once; then Alice changes the value of one figure."""
    saved(cast.project, by="bob", migration__training=70_000, **changes)
    take(actor="bob", project=cast.project, title="")
    Snapshot.objects.update(state="approved")
    saved(cast.project, by="alice", migration__training=72_000, **changes)


def test_who_converts_the_currency_takes_over_the_rate_and_no_figure(cast: Cast) -> None:
    approved_then_trained_by_alice(cast, sides__ascend__server_price=900_000)
    convert(cast, "mona", "CNY", "EUR", "0.1234567")
    snapshot = take(actor="bob", project=cast.project, title="")

    hands = hands_in(snapshot)

    assert hands == {"alice": ["migration.training"], "mona": ["currency"]}
    assert post(cast, "alice", "snapshot-review", snapshot.number).status_code == 403

    convert(cast, "mona", "EUR", "CNY", "8.2")
    there_and_back = take(actor="bob", project=cast.project, title="")
    assert hands_in(there_and_back) == {"alice": ["migration.training"]}
    assert post(cast, "mona", "snapshot-review", there_and_back.number).status_code == 302


def test_two_conversions_are_two_hands_and_neither_the_figures(cast: Cast) -> None:
    approved_then_trained_by_alice(cast)
    join(cast, "charlie", Role.ARCHITECT)
    convert(cast, "mona", "CNY", "EUR", "0.125")
    convert(cast, "charlie", "EUR", "USD", "1.1")

    assert hands_in(take(actor="bob", project=cast.project, title="")) == {
        "alice": ["migration.training"],
        "mona": ["currency"],
        "charlie": ["currency"],
    }


def test_who_sets_a_rate_anew_takes_over_no_quoted_price(cast: Cast) -> None:
    saved(cast.project, by="bob", sides__ascend__server_price=QUOTE | {"value": 800_000})
    take(actor="bob", project=cast.project, title="")
    Snapshot.objects.update(state="approved")
    saved(cast.project, by="alice")
    sent = {"code": "USD", "value": "7", "date": "2026-12-01", "anew": "on"}
    client_of(cast.mona).post(reverse("tco:rate-set", args=[cast.project.slug]), sent)

    hands = hands_in(take(actor="bob", project=cast.project, title=""))

    assert hands == {"alice": [PRICE], "mona": ["simulation.exchange_rates"]}
