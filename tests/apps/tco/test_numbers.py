"""A typed number is read as its writer meant it, or refused beside its field: never guessed."""

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from apps.tco.numbers import NumberField
from migration_engine.tco.keys import BY_PATH

PRICE, SHARE = BY_PATH["sides.gpu.server_price"], BY_PATH["wacc_annual"]


def read(text: str, *, share: bool = False) -> float | None:
    return NumberField(bounds=SHARE if share else PRICE, is_share=share).clean(text)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1200", 1200),
        ("1,200", 1200),
        ("1,200,000.50", 1_200_000.5),
        ("1 200 000", 1_200_000),
        ("1\u00a0200", 1200),
        ("1\u202f200", 1200),
        ("１，２００", 1200),
        ("0.65", 0.65),
        (".5", 0.5),
        ("1.2e6", 1_200_000),
        ("1e-05", 0.00001),
        ("", None),
        ("  ", None),
    ],
)
def test_numbers_as_both_languages_write_them(language: str, text: str, number: float | None) -> None:
    with translation.override(language):
        assert read(text) == number


@pytest.mark.parametrize(
    "text",
    ["1,5", "0,65", "1,50", "1.200,50", "1.200.000", "12,00,000", "1,2000", "1200,000", "1 5", "1_200", "1,",
     ",5", ",", ".", "e5", "1'200", "10%", "NaN", "inf", "1e999", "0x10", "twelve", "١٢"],
)  # fmt: skip
def test_everything_else_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValidationError, match="such as 0.65, 1200 or 1,200"):
        read(text)


@pytest.mark.parametrize(("text", "share"), [("30", 0.3), ("30 %", 0.3), ("12.5％", 0.125)])
def test_a_share_may_carry_its_percent_sign(text: str, share: float) -> None:
    assert read(text, share=True) == share


def test_the_refusal_speaks_chinese_to_readers_of_chinese() -> None:
    with translation.override("zh-hans"), pytest.raises(ValidationError, match="小数点"):
        read("1,5")


@pytest.mark.parametrize("number", [0.00001, 1e15, 1_200_000, 0.1 + 0.2, 0])
def test_what_the_form_shows_it_reads_again(number: float) -> None:
    field = NumberField(bounds=PRICE, is_share=False)
    assert field.clean(field.prepare_value(number)) == pytest.approx(number, rel=1e-11)
