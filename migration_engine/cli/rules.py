"""The commands that look at rules and run their samples."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from migration_engine.cli.options import FOLDER, GATE_FAILED, RULES
from migration_engine.errors import RuleInvalid
from migration_engine.export.rule_pages import rule_pages
from migration_engine.model import Rule, RuleSet
from migration_engine.rules import load_catalogue
from migration_engine.scan.samples import SampleFailure, failing_samples, unsampled_patterns
from migration_engine.text import Text


@click.group()
def rules() -> None:
    """Look at the coupling patterns, and test your own."""


@rules.command("list")
@RULES
def list_(folders: tuple[Path, ...]) -> None:
    """One line a rule: id, layer, coupling, effort, title."""
    known = load_catalogue(*folders).rules
    width = max((len(rule.id) for rule in known), default=0)
    for rule in known:
        marks = f"{rule.layer.value}  {rule.coupling.value:<6}  {rule.effort.value:<8}"
        click.echo(f"{rule.id:<{width}}  {marks}  {rule.title.en}")


@rules.command()
@click.argument("identity", metavar="ID")
@RULES
def show(identity: str, folders: tuple[Path, ...]) -> None:
    """All that is known about the rule ID."""
    click.echo("\n".join(_described(_rule_called(identity, load_catalogue(*folders)))))


@rules.command()
@click.argument("folder", metavar="[DIR]", required=False, type=FOLDER)
def test(folder: Path | None) -> None:
    """Run the samples that every rule carries, with those in DIR added; name patterns that stand in none."""
    ruleset = load_catalogue(*([folder] if folder else []))
    failures = failing_samples(ruleset)
    for failure in failures:
        click.echo(_told(failure))
    unsampled = list(unsampled_patterns(ruleset))
    for rule, pattern in unsampled:
        click.echo(f"{rule}: no hit sample answers at `{pattern}`")
    samples = sum(len(rule.hit_samples) + len(rule.miss_samples) for rule in ruleset.rules)
    counts = f"{samples} samples, {len(failures)} failed, {len(unsampled)} patterns in no sample"
    click.echo(f"{len(ruleset.rules)} rules, {counts}")
    if failures or unsampled:
        sys.exit(GATE_FAILED)


@rules.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@RULES
def docs(folder: Path, folders: tuple[Path, ...]) -> None:
    """Write a page for each rule into DIR, in English and Chinese, with an index by layer."""
    pages = rule_pages(load_catalogue(*folders))
    for name, text in pages.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    click.echo(f"{len(pages)} pages in {folder}")


def _rule_called(identity: str, ruleset: RuleSet) -> Rule:
    for rule in ruleset.rules:
        if rule.id == identity:
            return rule
    raise RuleInvalid(
        Text(
            "no rule has this id; `npu-migrate rules list` shows them all",
            "没有此标识的规则；`npu-migrate rules list` 可列出全部规则",
        ),
        place=identity,
    )


def _described(rule: Rule) -> Iterator[str]:
    yield f"{rule.id}: {rule.title.en} / {rule.title.zh}"
    marks = (rule.layer.value, rule.coupling.value, rule.kind.value)
    yield f"{', '.join(marks)}, {rule.effort.value} for the first place"
    yield f"\nWhy\n  {rule.why.en}\n  {rule.why.zh}"
    replacement = rule.replacement
    vouched = f"by {replacement.source}" if replacement.source else replacement.verified
    yield f"\nReplacement ({replacement.kind}, vouched for: {vouched})\n  {replacement.what.en}"
    if replacement.what.zh != replacement.what.en:
        yield f"  {replacement.what.zh}"
    if replacement.since:
        yield f"  since {replacement.since}"
    yield from (f"  {name} -> {counterpart.en}" for name, counterpart in replacement.table.items())
    yield from (f"  {name} vouched for: {source}" for name, source in replacement.sources.items())
    yield "\nMatches"
    yield from (f"  {kind}: {', '.join(patterns)}" for kind, patterns in rule.match.items())
    yield from (f"  but not {kind}: {', '.join(patterns)}" for kind, patterns in rule.unless.items())
    if rule.validate:
        yield f"\nValidate by: {', '.join(rule.validate)}"
    yield from rule.links


def _told(failure: SampleFailure) -> str:
    found = ", ".join(failure.found) or "nothing"
    sample = f"{failure.wanted} sample {failure.number} ({failure.sample.file})"
    return f"{failure.rule}: {sample} answers with {found}"
