"""Every word of the product is there in Chinese, and updating a catalogue loses nothing."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from apps.core import catalogues

TEMPLATE = (
    '{% load i18n %}<p>{% translate "Good morning" %}</p>'
    "{% blocktranslate with n=name %}Hello {{ n }}{% endblocktranslate %}"
    '{% include "part.html" with text=_("Bread") %}'
)
MODULE = "from django.utils.translation import gettext as _\n_('Sold')\n"


@pytest.mark.parametrize("app", catalogues.apps_with_words())
def test_every_catalogue_is_complete(app: str) -> None:
    assert catalogues.problems(app) == []


@pytest.fixture
def shop(tmp_path: Path, settings: Settings) -> Path:
    """A project of one app with one template and one module."""
    settings.BASE_DIR = tmp_path
    (tmp_path / "apps/shop").mkdir(parents=True)
    (tmp_path / "apps/shop/__init__.py").write_text(MODULE)
    (tmp_path / "templates/shop").mkdir(parents=True)
    (tmp_path / "templates/shop/page.html").write_text(TEMPLATE)
    return tmp_path


def translate_everything(app: str) -> None:
    words = catalogues.kept_words(app)
    for message in words:
        if message.id:
            message.string = f"好：{message.id}"
    catalogues.catalogue_path(app).write_text(catalogues.as_text(words))


def words_of(app: str) -> set[str]:
    return {catalogues.key(message)[1] for message in catalogues.kept_words(app) if message.id}


def test_it_finds_words_in_templates_and_in_python(shop: Path) -> None:
    catalogues.extract_words("shop")

    assert words_of("shop") == {"Bread", "Good morning", "Hello %(n)s", "Sold"}


def test_a_second_extraction_changes_nothing(shop: Path) -> None:
    catalogues.extract_words("shop")
    translate_everything("shop")
    catalogues.extract_words("shop")
    first = catalogues.catalogue_path("shop").read_bytes()

    catalogues.extract_words("shop")

    assert catalogues.catalogue_path("shop").read_bytes() == first
    assert catalogues.problems("shop") == []


def test_a_word_without_chinese_is_missing(shop: Path) -> None:
    catalogues.extract_words("shop")

    assert {problem.kind for problem in catalogues.problems("shop")} == {"missing"}


def test_a_translation_survives_its_word_going_and_coming_back(shop: Path) -> None:
    page = shop / "templates/shop/page.html"
    catalogues.extract_words("shop")
    translate_everything("shop")

    page.write_text("<p></p>")
    catalogues.extract_words("shop")
    assert {problem.kind for problem in catalogues.problems("shop")} == {"obsolete"}

    page.write_text(TEMPLATE)
    catalogues.extract_words("shop")
    assert catalogues.problems("shop") == []


def test_prune_drops_what_nothing_asks_for(shop: Path) -> None:
    catalogues.extract_words("shop")
    translate_everything("shop")
    (shop / "templates/shop/page.html").write_text("<p></p>")

    catalogues.extract_words("shop", prune=True)

    assert catalogues.problems("shop") == []
    assert "Good morning" not in catalogues.catalogue_path("shop").read_text()


def test_the_check_fails_and_names_the_word(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    catalogues.extract_words("shop")

    with pytest.raises(CommandError, match="4 words need work"):
        call_command("messages", "--check")

    assert "shop: missing: Good morning" in capsys.readouterr().out
