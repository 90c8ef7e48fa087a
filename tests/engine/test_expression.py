"""An expression is compiled when it is first used, and is then used like any other."""

import re

import pytest

from migration_engine.expression import expression

WORD = r"(?P<word>[a-z]+)"


def test_it_is_compiled_at_its_first_use():
    broken = expression("(")

    with pytest.raises(re.error, match="unterminated"):
        broken.match("a")


def test_it_answers_what_a_compiled_one_answers():
    ours, theirs = expression(WORD, re.IGNORECASE), re.compile(WORD, re.IGNORECASE)

    for _ in range(2):
        assert ours.match("Ab c").group("word") == theirs.match("Ab c").group("word")
        assert ours.sub("-", "Ab c") == theirs.sub("-", "Ab c")
        assert [found.span() for found in ours.finditer("a b")] == [(0, 1), (2, 3)]
        assert (ours.pattern, ours.flags, ours.groups) == (theirs.pattern, theirs.flags, theirs.groups)
        assert ours.groupindex == theirs.groupindex
    assert expression(rb"\d").findall(b"a1b2") == [b"1", b"2"]
