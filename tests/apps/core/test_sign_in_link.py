"""A sign-in link works once, until it expires, and a mere look at it uses nothing up."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.core.models import SignInLink
from tests import factory

pytestmark = pytest.mark.django_db


def address(**lifetime: timedelta) -> str:
    """Return the address of a new link for Alice."""
    token = SignInLink.issue(factory.user("alice").pk, **lifetime)
    return reverse("core:sign-in-link", args=[token])


def signed_in(client: Client) -> bool:
    """Tell whether the browser is signed in."""
    return client.get(reverse("projects:home")).status_code == 200


def test_it_signs_in_once() -> None:
    link, first, second = address(), Client(), Client()

    assert first.post(link).status_code == 302
    assert signed_in(first)
    assert second.post(link).status_code == 410
    assert not signed_in(second)


def test_looking_at_it_uses_nothing_up() -> None:
    link, client = address(), Client()

    assert client.get(link).status_code == 200
    assert not signed_in(client)
    assert client.post(link).status_code == 302


def test_it_does_not_work_after_its_time() -> None:
    link, client = address(lifetime=timedelta(seconds=-1)), Client()

    assert client.post(link).status_code == 410
    assert not signed_in(client)


def test_a_guessed_token_is_refused_like_a_used_one() -> None:
    assert Client().post(reverse("core:sign-in-link", args=["guess"])).status_code == 410


def test_the_token_itself_is_stored_nowhere() -> None:
    token = SignInLink.issue(factory.user("alice").pk)

    stored = SignInLink.objects.get()

    assert token not in (stored.token_hash, str(stored))
    assert stored.expires_at > timezone.now()


def test_it_needs_the_csrf_token() -> None:
    client = Client(enforce_csrf_checks=True)

    assert client.post(address()).status_code == 403
    assert not signed_in(client)
