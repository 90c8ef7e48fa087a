"""A sign-in link works once, until it expires, and a mere look at it uses nothing up."""

from datetime import timedelta
from io import StringIO
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
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


def printed(*arguments: str) -> str:
    """Return what the command prints."""
    out = StringIO()
    call_command("sign_in_link", *arguments, stdout=out)
    return out.getvalue().strip()


def test_the_command_prints_a_new_link_for_the_user() -> None:
    factory.user("demo")
    links = [printed(), printed("demo", "--url", "https://portal.example/")]

    assert links[0].startswith("http://127.0.0.1:8000/sign-in/")
    assert links[1].startswith("https://portal.example/sign-in/")
    for link in links:
        client = Client()
        assert client.post(urlsplit(link).path).status_code == 302
        assert signed_in(client)


def test_the_command_refuses_a_user_that_is_not_there() -> None:
    with pytest.raises(CommandError, match="no active user “nobody”"):
        printed("nobody")
