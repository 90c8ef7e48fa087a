"""A finding is told what its own symbol becomes, and who vouches for that."""

import pytest
from django.utils.translation import override

from apps.scans.wording import rule_words

RULE = {
    "id": "house",
    "title": {"en": "House", "zh": "自研"},
    "why": {"en": "It binds.", "zh": "存在耦合。"},
    "effort": "minutes",
    "replacement": {
        "what": {"en": "the same name", "zh": "同名接口"},
        "kind": "rename",
        "verified": "source",
        "since": "",
        "source": "a page",
        "table": {"house.call": "npu.call", "house.odd": {"en": "by hand", "zh": "手工修改"}},
        "sources": {"house.*": "unverified", "house.odd": "unverified"},
    },
}


@pytest.mark.parametrize(
    ("symbol", "replacement", "is_verified"),
    [
        ("house.call", "npu.call", True),
        ("house.odd", "手工修改", False),
        ("house.new", "同名接口", False),
        ("other.call", "同名接口", True),
        ("", "同名接口", True),
    ],
)
def test_the_counterpart_of_the_symbol_is_shown_with_its_own_voucher(symbol, replacement, is_verified):
    with override("zh-hans"):
        words = rule_words(RULE, symbol)

    assert (words.replacement, words.is_verified) == (replacement, is_verified)
