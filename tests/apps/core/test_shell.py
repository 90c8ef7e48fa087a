"""The frame around every page: language, theme, navigation by role, and nothing that the CSP would block."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from tests.cast import Cast, client_of, gather

TEMPLATES = sorted((Path(settings.BASE_DIR) / "templates").rglob("*.html"))
BLOCKED = (
    r"<style\b",
    r"\sstyle\s*=",
    r"<script\b(?![^>]*\bsrc=)",
    r"\son[a-z]+\s*=\s*[\"']",
    r"\shx-on\b",
    r"\"js:",
)


@pytest.fixture
def cast(db: None) -> Cast:
    """Return the people."""
    return gather()


def members_page(cast: Cast) -> str:
    return reverse("projects:members", args=[cast.project.slug])


def page_of(client: Client, address: str) -> str:
    return client.get(address, follow=True).content.decode()


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: "/".join(path.parts[-2:]))
def test_no_template_holds_what_the_policy_blocks(path: Path) -> None:
    source = path.read_text()

    assert [pattern for pattern in BLOCKED if re.search(pattern, source)] == []


def test_every_drawing_that_a_page_refers_to_exists() -> None:
    glyphs = (Path(settings.BASE_DIR) / "templates/partials/_glyphs.html").read_text()
    used = {
        name
        for path in TEMPLATES
        for name in re.findall(r'href="#((?:icon|glyph)-[a-z]+)"', path.read_text())
    }

    assert used - set(re.findall(r'<symbol id="([^"]+)"', glyphs)) == set()


def test_the_policy_allows_scripts_and_styles_of_our_own_only(db: None) -> None:
    policy = Client().get(reverse("core:sign-in")).headers["Content-Security-Policy"]

    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_the_page_says_its_language(db: None) -> None:
    client = Client()
    sign_in = reverse("core:sign-in")

    assert '<html lang="en">' in page_of(client, sign_in)
    client.post(reverse("set_language"), {"language": "zh-hans", "next": sign_in})

    assert '<html lang="zh-Hans">' in page_of(client, sign_in)
    assert "登录" in page_of(client, sign_in)


def test_the_theme_is_in_the_first_byte_of_the_page(db: None) -> None:
    client = Client()
    client.post(reverse("core:set-theme"), {"theme": "dark"})

    assert '<html lang="en" data-theme="dark">' in page_of(client, reverse("core:sign-in"))


def test_a_theme_that_we_do_not_know_is_left_out(db: None) -> None:
    client = Client()
    client.cookies["theme"] = '"><script>'

    assert '<html lang="en">' in page_of(client, reverse("core:sign-in"))


def test_keyboards_reach_the_content_first(cast: Cast) -> None:
    page = page_of(client_of(cast.alice), members_page(cast))

    assert page.index('class="skip-link" href="#content"') < page.index("<header")
    assert '<main id="content"' in page


def test_only_who_manages_members_is_shown_the_way_there(cast: Cast) -> None:
    overview = reverse("overview:project", args=[cast.project.slug])

    assert members_page(cast) in page_of(client_of(cast.mona), overview)
    assert members_page(cast) not in page_of(client_of(cast.vic), overview)


def test_a_stranger_gets_the_way_back_and_no_name(cast: Cast) -> None:
    answer = client_of(cast.charlie).get(members_page(cast))
    page = answer.content.decode()

    assert answer.status_code == 404
    assert cast.project.name not in page
    assert f'href="{reverse("projects:home")}"' in page


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Reload it and try again"), ("zh-hans", "请刷新页面后重试")],
)
def test_a_form_of_an_old_page_is_refused_on_a_page_of_ours(db: None, language: str, told: str) -> None:
    client = Client(enforce_csrf_checks=True)

    answer = client.post(reverse("core:sign-in"), {}, headers={"accept-language": language})

    assert answer.status_code == 403
    assert told in answer.content.decode()
    assert 'class="shell' in answer.content.decode()


def test_a_failing_fragment_brings_a_notice_and_not_a_page(cast: Cast) -> None:
    answer = client_of(cast.charlie).get(members_page(cast), headers={"HX-Request": "true"})

    assert answer.status_code == 404
    assert "<html" not in answer.content.decode()


def test_names_of_projects_are_escaped(cast: Cast) -> None:
    cast.project.name = "<b>bold & brave</b>"
    cast.project.save()

    page = page_of(client_of(cast.alice), members_page(cast))

    assert escape(cast.project.name) in page
    assert "<b>bold" not in page
