"""A pattern costs time in proportion to the line, whatever the two look like."""

import re
import sys
import time
from fnmatch import translate

import pytest

from migration_engine.model import RuleSet
from migration_engine.rules import load_catalogue
from migration_engine.rules.rule_files import parse_rules
from migration_engine.rules.vocabulary import FILES
from migration_engine.scan.one_file import FileScanner
from migration_engine.scan.search.globs import matches
from tests.engine.rules.documents import broken

MEGABYTE = 1024 * 1024
SLOWEST_MS = 1500
CATASTROPHIC = [
    "(aaa+)+$", "(aaa|aa)*b", "(.*aaa){20}", "^(([aaa-z])+.)+[A-Z]([aaa-z])+$", "(aaa?){30}aaa{30}",
    "*aaa" * 20 + "*b", "*a*a*a*a*a*a*a*a*aab", "aaa" + "*a" * 60 + "*b", "*aaaaaaaaaaaaaaab*",
    "aaa*" * 40 + "b", "*aaa*aaa*aaa*aaa*b", "?" * 60 + "aaab", "*aaa" + "?" * 60 + "b",
    "*" + "a?" * 40 + "aab*", "***aaa***aaa***b***", "*?*?*?*?*?*aaa*?*?*?*b", "aaa*b?",
    "*aaa?*aaa?*aaa?*b", "*ab*" * 20 + "aaac", "a" * 199 + "*",
]  # fmt: skip


def _milliseconds(pattern, line):
    started = time.thread_time()
    matches(pattern, line)
    return (time.thread_time() - started) * 1000


def _adversary(pattern, length=MEGABYTE):
    """A line that begins as the pattern wants and goes on promising until the end."""
    pieces = [piece.replace("?", "x") for piece in pattern.split("*")]
    promise = "".join(pieces[:-1]) or pieces[-1][:-1] or "a"
    return (promise * (length // len(promise) + 1))[:length] + "\0"


@pytest.mark.parametrize("pattern", CATASTROPHIC)
def test_a_catastrophic_pattern_is_linear_in_the_line(pattern, record_property):
    short, long = (
        min(_milliseconds(pattern, "a" * size) for _ in range(3)) for size in (MEGABYTE, 4 * MEGABYTE)
    )
    record_property("ms_per_mb", round(short, 2))
    sys.stdout.write(f"{short:8.2f} ms per MB  {pattern[:60]}\n")

    assert short < SLOWEST_MS
    assert long < max(10 * short, 50), "four times the line may not cost ten times the time"


def test_every_pattern_of_the_catalogue_stays_quick_on_a_line_made_against_it(record_property):
    patterns = {
        pattern
        for rule in load_catalogue().rules
        for kind, patterns in (*rule.match.items(), *rule.unless.items())
        if kind != FILES
        for pattern in patterns
    }
    slowest, name = max((_milliseconds(pattern, _adversary(pattern)), pattern) for pattern in patterns)
    record_property("ms_per_mb", round(slowest, 2))
    sys.stdout.write(f"{len(patterns)} patterns, slowest {slowest:.2f} ms per MB: {name}\n")

    assert slowest < SLOWEST_MS


@pytest.mark.parametrize("pattern", CATASTROPHIC)
def test_a_scan_with_such_a_rule_ends(pattern):
    text = broken("api: [house.call]", f"string: ['{pattern}']")
    rules = tuple(rule for rule, _ in parse_rules(text, "house.yaml"))
    scanner = FileScanner(RuleSet(rules, "hostile"), snippets="none")

    outcome = scanner.scan("line.sh", b"x='" + b"a" * MEGABYTE + b"'\n", "")

    assert outcome.findings == ()


@pytest.mark.parametrize(
    ("pattern", "symbol"),
    [("a*b", "ab"), ("a*b", "axxb"), ("*a*", "bab"), ("a?c", "abc"), ("*?", "a"), ("a[b]*", "a[b]c")],
)
def test_stars_and_question_marks_mean_what_they_mean_everywhere(pattern, symbol):
    assert matches(pattern, symbol)
    assert re.match(translate(pattern.replace("[", "[[]")), symbol)


@pytest.mark.parametrize(
    ("pattern", "symbol"),
    [("a*b", "a"), ("ab*b", "ab"), ("a?", "a"), ("a*?b", "ab"), ("a.c", "abc"), ("a*b*c", "acb")],
)
def test_nothing_else_matches(pattern, symbol):
    assert not matches(pattern, symbol)
