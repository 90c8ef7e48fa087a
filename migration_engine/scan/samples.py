"""Runs the samples that each rule carries, with the whole catalogue loaded as in a real scan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from migration_engine.model import Finding, FindingStatus, Rule, RuleSet, Sample, Skipped
from migration_engine.rules.vocabulary import FILES
from migration_engine.scan.one_file import FileScanner
from migration_engine.scan.search.globs import matches


@dataclass(frozen=True, slots=True)
class SampleFailure:
    """A sample that did not behave; `found` are the rules that did answer."""

    rule: str
    wanted: str
    number: int
    sample: Sample
    found: tuple[str, ...]


def failing_samples(ruleset: RuleSet) -> tuple[SampleFailure, ...]:
    """A hit must give an open finding of its rule, a miss none."""
    scanner = FileScanner(ruleset, snippets="none")
    return tuple(failure for rule in ruleset.rules for failure in _failures(rule, scanner))


def _failures(rule: Rule, scanner: FileScanner) -> Iterator[SampleFailure]:
    for wanted, samples in (("hit", rule.hit_samples), ("miss", rule.miss_samples)):
        for number, sample in enumerate(samples, start=1):
            found = open_rules(sample, scanner)
            if (rule.id in found) != (wanted == "hit"):
                yield SampleFailure(rule.id, wanted, number, sample, found)


def unsampled_patterns(ruleset: RuleSet) -> Iterator[tuple[str, str]]:
    """Rule and pattern of each pattern at which no hit sample gives an open finding of the rule."""
    scanner = FileScanner(ruleset, snippets="none")
    for rule in ruleset.rules:
        symbols = {symbol for sample in rule.hit_samples for symbol in _symbols(rule, sample, scanner)}
        for kind, patterns in rule.match.items():
            for pattern in patterns if kind != FILES else ():
                if not any(matches(pattern, symbol) for symbol in symbols):
                    yield rule.id, pattern


def _symbols(rule: Rule, sample: Sample, scanner: FileScanner) -> Iterator[str]:
    return (one.symbol for one in _open(sample, scanner) if one.rule == rule.id)


def open_rules(sample: Sample, scanner: FileScanner) -> tuple[str, ...]:
    """The rules that answer to a sample."""
    return tuple(one.rule for one in _open(sample, scanner))


def _open(sample: Sample, scanner: FileScanner) -> tuple[Finding, ...]:
    outcome = scanner.scan(sample.file, sample.text.encode(), "")
    if isinstance(outcome, Skipped):
        return ()
    return tuple(one for one in outcome.findings if one.status is FindingStatus.OPEN)
