"""What was not read is said in both languages, from a closed list of phrases."""

import re

import pytest

from migration_engine.intake import skips
from migration_engine.intake.skips import CHINESE, skip_text

PHRASES = [value for name, value in vars(skips).items() if name.isupper() and isinstance(value, str)]


@pytest.mark.parametrize("phrase", PHRASES)
def test_each_phrase_keeps_its_value_in_chinese(phrase):
    text = skip_text(phrase.format("1,024"))

    assert text.en == phrase.format("1,024")
    assert re.search(r"[\u4e00-\u9fff]", text.zh)
    assert ("1,024" in text.zh) == ("{}" in phrase)


def test_the_list_has_nothing_else():
    assert set(CHINESE) == set(PHRASES)


def test_a_phrase_of_a_newer_engine_is_shown_as_it_is():
    assert skip_text("eaten by a goat").zh == "eaten by a goat"
