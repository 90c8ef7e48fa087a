"""The catalogue keeps its word: every sample of every rule behaves, every text stands in both languages."""

import re
from dataclasses import replace
from pathlib import PurePosixPath

import pytest

from migration_engine.model import Coupling, Layer, RuleKind, RuleSet
from migration_engine.rules import load_catalogue
from migration_engine.rules.loader import CATALOGUE
from migration_engine.scan.languages import language_of
from migration_engine.scan.one_file import FileScanner
from migration_engine.scan.readers.table import READERS
from migration_engine.scan.samples import failing_samples, open_rules, unsampled_patterns

RULESET = load_catalogue()
SCANNER = FileScanner(RULESET, snippets="none")
HITS = [(rule, sample) for rule in RULESET.rules for sample in rule.hit_samples]
MISSES = [(rule, sample) for rule in RULESET.rules for sample in rule.miss_samples]
CHINESE = re.compile(r"[\u4e00-\u9fff]")
ENGLISH = re.compile(r"(^|\s)(a|and|first|keep|of|on|or|same|the|to|where|with)(\s|$)")
HALF_WIDTH = re.compile(r"[\u4e00-\u9fff][,;:?!]")


def _names(pairs):
    return [f"{rule.id}-{sample.file}" for rule, sample in pairs]


def _each_rule():
    return pytest.mark.parametrize("rule", RULESET.rules, ids=lambda rule: rule.id)


@pytest.mark.parametrize(("rule", "sample"), HITS, ids=_names(HITS))
def test_a_hit_sample_gives_an_open_finding(rule, sample):
    assert rule.id in open_rules(sample, SCANNER)


@pytest.mark.parametrize(("rule", "sample"), MISSES, ids=_names(MISSES))
def test_a_miss_sample_gives_none(rule, sample):
    assert rule.id not in open_rules(sample, SCANNER)


def test_every_pattern_stands_in_a_hit_sample():
    assert list(unsampled_patterns(RULESET)) == []


def test_a_pattern_that_no_sample_shows_is_named():
    rule = next(rule for rule in RULESET.rules if "api" in rule.match)
    wider = replace(rule, match={**rule.match, "api": (*rule.match["api"], "never.sampled", "never.*.wild")})

    named = list(unsampled_patterns(RuleSet((wider,), "wider")))

    assert named == [(rule.id, "never.sampled"), (rule.id, "never.*.wild")]


def test_a_sample_that_lies_is_told_from_one_that_holds():
    rule = RULESET.rules[0]
    swapped = replace(rule, hit_samples=rule.miss_samples, miss_samples=rule.hit_samples)

    failures = failing_samples(RuleSet((swapped,), "swapped"))

    assert {failure.wanted for failure in failures} == {"hit", "miss"}


def test_ids_are_unique():
    ids = [rule.id for rule in RULESET.rules]

    assert len(ids) == len(set(ids)) >= 55


@_each_rule()
def test_title_and_reason_stand_in_both_languages(rule):
    for text in (rule.title, rule.why):
        assert text.en != text.zh
        assert not CHINESE.search(text.en)
    assert CHINESE.search(rule.why.zh)
    assert not HALF_WIDTH.search(rule.title.zh + rule.why.zh), "Chinese sentences take full-width marks"


@_each_rule()
def test_a_replacement_is_a_name_or_stands_in_both_languages(rule):
    for what in (rule.replacement.what, *rule.replacement.table.values()):
        assert not CHINESE.search(what.en)
        assert not ENGLISH.search(what.zh), "a sentence needs its Chinese form"
        assert not HALF_WIDTH.search(what.zh)


@_each_rule()
def test_sentences_end_and_titles_do_not(rule):
    assert rule.why.en.endswith(".")
    assert rule.why.zh.endswith("。")
    assert not rule.title.en.endswith(".")
    assert not rule.title.zh.endswith("。")


@_each_rule()
def test_the_language_of_each_sample_has_a_reader(rule):
    for sample in (*rule.hit_samples, *rule.miss_samples):
        by_suffix = PurePosixPath(sample.file).suffix in rule.match.get("file", ())
        assert by_suffix or language_of(sample.file, sample.text.encode()) in READERS


def test_news_and_findings_without_coupling_are_one():
    for rule in RULESET.rules:
        if rule.coupling is Coupling.NONE:
            assert rule.kind is RuleKind.INFORMATION


def test_every_layer_is_bound_by_some_rule():
    assert {rule.layer for rule in RULESET.rules} == set(Layer)


def test_each_family_has_a_folder_with_rules():
    folders = {path.name for path in CATALOGUE.iterdir() if any(path.glob("*.yaml"))}

    assert folders == {"compute", "runtime", "serving", "orchestration", "business"}
