"""Letters that nobody sees neither survive in names nor stay unseen in logs."""

import pytest

from apps.core.hidden import one_line, spelled_out, spelled_out_in


@pytest.mark.parametrize(
    "letter", ["\u202e", "\u2066", "\u200f", "\u200b", "\ufeff", "\x1b", "\x7f", "\x00", "\ud800"]
)
def test_a_name_loses_a_letter_that_nobody_sees(letter: str) -> None:
    assert one_line(f"be{letter}nch ") == "bench"


def test_a_name_is_one_line_with_single_blanks() -> None:
    assert one_line(" a\r\n\tb  c\u2028") == "a b c"


@pytest.mark.parametrize("name", ["问答系统", "Prüfstand №1", "می\u200cخواهم", "👩\u200d🔬 bench"])
def test_a_readable_name_stays_as_it_is(name: str) -> None:
    assert one_line(name) == name


def test_a_log_line_shows_what_was_hidden() -> None:
    assert spelled_out("\x1b[31mred\u202e\U000e0001") == r"\x1b[31mred\u202e\U000e0001"
    assert spelled_out("a\tb") == "a\tb"


def test_it_looks_into_every_text_of_a_document() -> None:
    assert spelled_out_in({"a\u202e": ["\x07", 1, None, True]}) == {r"a\u202e": [r"\x07", 1, None, True]}
