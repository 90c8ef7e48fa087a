"""Hostile names stay text, Chinese pages are Chinese, and everything works without a script."""

from __future__ import annotations

import re

import pytest
from django.utils.translation import gettext, override

from apps.core import catalogues
from apps.scans.models import Component, Finding
from tests.apps.coupling.pages import Visit
from tests.apps.coupling.world import HARM, World
from tests.cast import client_of

STATES = [
    ("map", {}),
    ("map", {"sel": "docqa/runtime", "tab": "role", "mode": "2"}),
    ("map", {"view": "table", "q": "no such thing"}),
    ("map", {"view": "table"}),
    ("findings", {}),
    ("findings", {"finding": "first"}),
    ("findings", {"q": "no such thing"}),
]


@pytest.mark.parametrize(("page", "query"), [*STATES, ("map", {"sel": "harm", "q": HARM})])
def test_names_and_code_of_the_source_stay_text(
    world: World, page: str, query: dict[str, str], db: None
) -> None:
    visit = Visit(client_of(world.cast.charlie), world.cast.charlies_project)
    component = Component.objects.filter(scan=world.hostile, strong__gt=0).first()
    finding = Finding.objects.filter(scan=world.hostile).first()
    assert component and finding and HARM in component.key + finding.path
    known = {"harm": component.key, "docqa/runtime": component.key, "first": finding.key}

    read = visit.read(page, **{name: known.get(value, value) for name, value in query.items()})

    assert not read.all("img")
    assert all("src" in script for script in read.all("script") if script.get("type") != "application/json")
    assert not [name for _, found in read.elements for name in found if name.startswith("on")]


@pytest.mark.parametrize(("page", "query"), STATES)
def test_chinese_pages_hold_no_english_label(
    visit: Visit, world: World, page: str, query: dict[str, str]
) -> None:
    key = Finding.objects.filter(scan=world.scan)[0].key
    query = {name: key if value == "first" else value for name, value in query.items()}

    texts = set(visit.in_chinese().read(page, **query).texts)

    assert texts & english_labels() == {"English"}, "the switch names each language in its own words"
    assert any("\u4e00" <= text[0] <= "\u9fff" for text in texts)


def test_what_replaces_a_thing_is_said_in_the_readers_language(visit: Visit, world: World) -> None:
    key = Finding.objects.filter(scan=world.scan, rule="device-selection")[0].key
    english = visit.text("findings", finding=key)
    chinese = visit.in_chinese().text("findings", finding=key)

    assert "a helper that asks for torch.npu first" in english and "Rewrite" in english
    assert "优先检测 torch.npu 的设备选择函数" in chinese and "改写" in chinese
    assert "a helper that asks" not in chinese


def english_labels() -> set[str]:
    """Return the fixed English words of these pages that have another form in Chinese."""
    words = [message.id for app in ("coupling", "scans", "core") for message in catalogues.kept_words(app)]
    with override("zh-hans"):
        return {word for word in words if isinstance(word, str) and word and gettext(word) != word}


@pytest.mark.parametrize(("page", "query"), STATES)
def test_without_a_script_every_control_is_a_link_or_a_form(
    visit: Visit, page: str, query: dict[str, str]
) -> None:
    source = visit.text(page, **query)
    region = re.search(r'<div id="(?:map|findings)-main".*?</main>', source, re.DOTALL)
    assert region is not None

    without = re.sub(r"<div[^>]* data-needs-script>.*?</div>", "", region[0], flags=re.DOTALL)
    assert "<button type=" not in without
    assert re.findall(r'<form [^>]*method="get"', without)
    assert "style=" not in without and "onclick" not in without


def test_each_link_of_the_toolbar_leads_to_a_page(visit: Visit) -> None:
    links = {
        a["href"] for a in visit.read("map", layer="L2", sel="docqa/runtime").all("a") if "data-swap" in a
    }
    views = {link for link in links if link and "sel=docqa%2Fruntime" in link}

    assert len(views) > 15
    for link in sorted(views)[::4]:
        assert visit.client.get(f"/p/document-questions/map/{link}").status_code == 200
