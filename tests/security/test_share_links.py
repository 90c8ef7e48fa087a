"""A share link shows one snapshot to whoever holds it, until it ends, and nothing else of the project."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.core.models import AuditEntry
from apps.tco import shared_views, sharing
from apps.tco.models import ShareLink
from apps.tco.snapshots import take
from tests.apps.tco.priced import saved
from tests.cast import Cast, client_of
from tests.security import stored

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def rested() -> None:
    """Forget what earlier tests asked for."""
    cache.clear()


@pytest.fixture
def token(cast: Cast) -> str:
    """Return the token of an open link to snapshot 1."""
    saved(cast.project)
    snapshot = take(actor="mona", project=cast.project, title="For the board")
    return sharing.share(actor="mona", snapshot=snapshot, days=7)


def open_(token: str, **headers: str) -> Any:
    return Client().get(reverse("tco:shared", args=[token]), headers=headers)


def test_it_opens_without_signing_in_and_is_kept_out_of_indexes(token: str) -> None:
    answer = open_(token)

    assert answer.status_code == 200
    assert "Migrating costs" in answer.content.decode()
    assert "noindex" in answer["X-Robots-Tag"]
    assert '<meta name="robots" content="noindex, nofollow">' in answer.content.decode()
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies


def test_only_the_hash_is_stored(token: str) -> None:
    assert all(token not in rows for rows in stored.tables().values())


def test_it_shows_nothing_else_of_the_project(cast: Cast, token: str) -> None:
    saved(cast.project, sides__gpu__pue=1.9)
    take(actor="mona", project=cast.project, title="A later and secret one")

    html = open_(token).content.decode()

    assert cast.project.slug not in html
    assert cast.project.name not in html
    assert "secret" not in html
    assert "offer-12.pdf" not in html
    assert not re.findall(r'href="(?!/static/)[^"]*"', html)
    assert "<form" not in html


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_it_only_reads(token: str, method: str) -> None:
    before = stored.tables()

    assert getattr(Client(), method)(reverse("tco:shared", args=[token])).status_code == 405
    assert stored.tables() == before


def test_opening_it_changes_nothing(token: str) -> None:
    before = stored.tables()

    open_(token)

    assert stored.tables() == before


def test_it_ends_by_itself(token: str) -> None:
    ShareLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    answer = open_(token)

    assert answer.status_code == 410
    assert "Migrating" not in answer.content.decode()
    assert "noindex" in answer["X-Robots-Tag"]


def test_it_can_be_taken_back_at_once(cast: Cast, token: str) -> None:
    link = ShareLink.objects.get()
    address = reverse("tco:link-revoke", args=[cast.project.slug, link.pk])

    assert client_of(cast.vic).post(address).status_code == 403
    assert open_(token).status_code == 200
    assert client_of(cast.mona).post(address).status_code == 302

    assert open_(token).status_code == 410
    assert AuditEntry.objects.filter(verb="tco.share-revoke", actor="mona").exists()


def test_a_guess_finds_nothing(token: str) -> None:
    for guess in (token[:-1], token.lower(), token + "A", "x" * 5000):
        assert open_(guess).status_code == 404


def test_who_asks_too_often_has_to_wait(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_views, "A_MINUTE", 3)

    answers = [open_("guess").status_code for _ in range(3)]

    assert answers == [404, 404, 404]
    assert open_(token).status_code == 429
    assert Client(REMOTE_ADDR="192.0.2.7").get(reverse("tco:shared", args=[token])).status_code == 200


def test_the_limit_is_not_dodged_by_a_header(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_views, "A_MINUTE", 1)

    open_(token)

    assert open_(token, **{"x-forwarded-for": "198.51.100.1"}).status_code == 429


def test_making_one_shows_it_once_to_who_made_it(cast: Cast) -> None:
    saved(cast.project)
    take(actor="mona", project=cast.project, title="")
    address = reverse("tco:snapshot-share", args=[cast.project.slug, 1])
    page = reverse("tco:snapshot", args=[cast.project.slug, 1])

    mona = client_of(cast.mona)

    assert client_of(cast.vic).post(address, {"days": "7"}).status_code == 403
    assert mona.post(address, {"days": "7"})["Location"].startswith(page)
    assert "/s/" not in client_of(cast.mona).get(page).content.decode()
    answer = mona.get(page)
    found = re.search(r"http://testserver(/s/[\w-]+/)", answer.content.decode())

    assert found is not None
    assert Client().get(found[1]).status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert "/s/" not in mona.get(page).content.decode()
    assert AuditEntry.objects.filter(verb="tco.share").count() == 1


def test_sending_it_again_makes_no_second_link_and_a_reload_shows_the_page(cast: Cast, token: str) -> None:
    address = reverse("tco:snapshot-share", args=[cast.project.slug, 1])

    for _again in range(2):
        assert client_of(cast.mona).post(address, {"days": "7"}).status_code == 302
    shown = client_of(cast.mona).get(address, follow=True)

    assert shown.status_code == 200
    assert ShareLink.objects.count() == 1
    assert "take it back to make another" in shown.content.decode()
    assert open_(token).status_code == 200


def test_once_it_is_taken_back_there_can_be_another(cast: Cast, token: str) -> None:
    sharing.revoke(actor="mona", link=ShareLink.objects.get())

    client_of(cast.mona).post(reverse("tco:snapshot-share", args=[cast.project.slug, 1]), {"days": "1"})

    assert ShareLink.objects.filter(revoked_at=None).count() == 1
    assert open_(token).status_code == 410


@pytest.mark.parametrize("days", ["0", "-1", "400", "x", ""])
def test_it_cannot_live_for_ever(cast: Cast, token: str, days: str) -> None:
    address = reverse("tco:snapshot-share", args=[cast.project.slug, 1])

    assert client_of(cast.mona).post(address, {"days": days}).status_code == 400
    assert ShareLink.objects.count() == 1
