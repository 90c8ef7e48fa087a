"""Says of a table of facts which of them the scanner finds, and which are set aside with a reason."""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from benchmarks.fact_samples import SERVERS, samples_of
from migration_engine.model import Coupling, Finding, FindingStatus, RuleSet, Sample, Skipped, Span
from migration_engine.rules import load_catalogue
from migration_engine.scan.one_file import FileScanner

UNSAMPLED = Path(__file__).parents[1] / "docs" / "rules-unsampled.md"
_HEADING = re.compile(r"^#+ .*`(\w+)`")
_CODE = re.compile(r"`([^`]+)`")
_WHOLE_FILE = Span(1, 1, 1, 1)


@dataclass(frozen=True, slots=True)
class Fact:
    """One row of the table. `kind` and `match` say where it is met and how it is written."""

    identity: str
    kind: str
    match: str
    coupling: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one fact."""

    fact: Fact
    matched: bool
    listed: bool
    in_sample: bool
    agrees: bool


class Judge:
    """Runs the real scanner over a sample of each fact."""

    def __init__(self, ruleset: RuleSet, listed: frozenset[tuple[str, str]]) -> None:
        self._rules = {rule.id: rule for rule in ruleset.rules}
        self._scanner = FileScanner(ruleset, snippets="none")
        self._listed = listed
        self._of_servers = {rule for start in SERVERS.values() for rule in self._rules_of(start)}

    def _rules_of(self, start: str) -> Iterator[str]:
        """What a server's bare command gives says nothing about an option of it."""
        return (one.rule for one in self._findings(Sample("serve.sh", f"\n{start}\n")))

    def answer(self, fact: Fact) -> Answer:
        """A fact that is written in several ways is matched when each of them is."""
        found = [self._of_fact(fact, sample) for sample in samples_of(fact.kind, fact.match)]
        matched = bool(found) and all(found)
        return Answer(
            fact,
            matched,
            (fact.kind, fact.match) in self._listed,
            matched and all(self._stands_in_sample(fact, one) for one in found),
            matched and all(any(one.coupling == fact.coupling for one in each) for each in found),
        )

    def _of_fact(self, fact: Fact, sample: Sample) -> list[Finding]:
        beside = self._of_servers if fact.kind == "cli_flag" else set()
        return [one for one in self._findings(sample) if one.rule not in beside]

    def _findings(self, sample: Sample) -> list[Finding]:
        outcome = self._scanner.scan(sample.file, sample.text.encode(), "")
        if isinstance(outcome, Skipped):
            return []
        return [one for one in outcome.findings if self._counts(one, sample)]

    def _counts(self, finding: Finding, sample: Sample) -> bool:
        """A suffix is a fact of its own: the samples of other facts bear it by chance."""
        by_suffix = finding.span == _WHOLE_FILE and sample.text.strip() != ""
        return finding.status in (FindingStatus.OPEN, FindingStatus.HANDLED) and not by_suffix

    def _stands_in_sample(self, fact: Fact, findings: list[Finding]) -> bool:
        return any(
            _plain(name) in self._hits(one.rule)
            for one in findings
            for name in (fact.match, one.symbol, _name(one.symbol))
        )

    @lru_cache(maxsize=1024)  # noqa: B019 (one judge lives as long as the program)
    def _hits(self, rule: str) -> str:
        return _plain("\n".join(sample.text for sample in self._rules[rule].hit_samples))


def _name(symbol: str) -> str:
    """What is written of `--gpus=all`: the option; of `torch.cuda.Event`: its last word."""
    return re.split(r"[=. ]", symbol.lstrip("-"))[-1 if "." in symbol and "=" not in symbol else 0]


def _plain(text: str) -> str:
    """Names of packages and options are written with `-` or `_`, in any case."""
    return text.lower().replace("_", "-")


def facts_of(path: Path) -> Iterator[Fact]:
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield Fact(row["id"], row["kind"], row["match"], row["coupling"])


def unsampled(text: str) -> frozenset[tuple[str, str]]:
    """Kind and match of what stands in the first column of the tables under a heading of its kind."""
    kind, found = "", set()
    for row in text.split("\n"):
        if row.startswith("#"):
            heading = _HEADING.match(row)
            kind = heading.group(1) if heading else ""
        elif kind and row.startswith("|"):
            cell = re.split(r"(?<!\\)\|", row)[1]
            found |= {(kind, code.replace("\\|", "|")) for code in _CODE.findall(cell)}
    return frozenset(found)


def table(answers: list[Answer]) -> list[str]:
    """A row for each kind and one for all."""
    kinds = sorted({answer.fact.kind for answer in answers})
    rows = [_row(kind, [one for one in answers if one.fact.kind == kind]) for kind in kinds]
    head = f"{'kind':24}{'facts':>7}{'matched':>9}{'sampled':>9}{'coupling':>10}{'listed':>8}{'neither':>9}"
    return [head, *rows, _row("all", answers)]


def _row(name: str, answers: list[Answer]) -> str:
    counts = Counter(_place(answer) for answer in answers)
    sampled = sum(answer.in_sample for answer in answers)
    agree = sum(answer.agrees for answer in answers)
    return (
        f"{name:24}{len(answers):7}{counts['matched']:9}{sampled:9}{agree:10}"
        f"{counts['listed']:8}{counts['neither']:9}"
    )


def _place(answer: Answer) -> str:
    return "matched" if answer.matched else "listed" if answer.listed else "neither"


def _remarks(answers: list[Answer], *, verbose: bool) -> Iterator[str]:
    for answer in answers:
        fact = answer.fact
        name = f"{fact.identity} {fact.kind} {fact.match}"
        if not answer.matched and not answer.listed:
            yield f"neither: {name}"
        elif answer.matched and answer.listed:
            yield f"listed, but matched: {name}"
        elif verbose and answer.matched and not answer.in_sample:
            yield f"in no hit sample: {name}"
        elif verbose and answer.matched and not answer.agrees:
            yield f"another coupling than {Coupling(fact.coupling)}: {name}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("facts", type=Path, help="table with the columns id, kind, match and coupling")
    parser.add_argument("--kind", action="append", help="only this kind of fact; may be repeated")
    parser.add_argument("--verbose", action="store_true", help="name also what stands in no sample")
    options = parser.parse_args()
    judge = Judge(load_catalogue(), unsampled(UNSAMPLED.read_text("utf-8") if UNSAMPLED.exists() else ""))
    wanted = [one for one in facts_of(options.facts) if not options.kind or one.kind in options.kind]
    answers = [judge.answer(fact) for fact in wanted]
    remarks = [*_remarks(answers, verbose=options.verbose)]
    sys.stdout.write("\n".join([*remarks, *table(answers)]) + "\n")
    return int(any(not one.matched and not one.listed for one in answers))


if __name__ == "__main__":
    sys.exit(main())
