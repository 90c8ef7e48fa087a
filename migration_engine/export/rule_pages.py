"""Writes a page of Markdown for each rule and an index by layer, in both languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from migration_engine.export import rule_words as words
from migration_engine.model import Layer, Rule, RuleSet, Sample
from migration_engine.protocol.kinds import CATALOGUE as JOB_KINDS
from migration_engine.rules.vocabulary import ReplacementKind
from migration_engine.text import Text

LANGUAGES = ("en", "zh")
_FENCES = {".py": "python", ".sh": "bash", ".yaml": "yaml", ".yml": "yaml", ".json": "json", ".toml": "toml"}
_HEADINGS = {
    "layer": Text("Layer", "层"),
    "coupling": Text("Coupling", "耦合"),
    "kind": Text("Kind", "类别"),
    "effort": Text("Effort", "工作量"),
    "proof": Text("Proved by", "验证方式"),
    "replacement": Text("What takes its place", "替代方案"),
    "found": Text("Found", "原文"),
    "ascend": Text("On Ascend", "昇腾对应"),
    "source": Text("Source", "依据"),
    "match": Text("What is looked for", "匹配内容"),
    "hit": Text("Gives a finding", "会产生发现项"),
    "miss": Text("Gives none", "不会产生发现项"),
    "links": Text("Links", "链接"),
    "rules": Text("Rules", "规则"),
    "rule": Text("Rule", "规则"),
    "how": Text("How", "方式"),
}


def rule_pages(ruleset: RuleSet) -> Mapping[str, str]:
    """Path -> Markdown: `en/<rule>.md` and `zh/<rule>.md`, with a README.md in each folder."""
    pages = {
        f"{language}/{rule.id}.md": _joined(_page(rule, language))
        for language in LANGUAGES
        for rule in ruleset.rules
    }
    return pages | {f"{language}/README.md": _joined(_index(ruleset, language)) for language in LANGUAGES}


def _joined(lines: Iterator[str]) -> str:
    return "\n".join(lines).rstrip() + "\n"


def _said(text: Text, language: str) -> str:
    return text.zh if language == "zh" else text.en


def _heading(key: str, language: str) -> str:
    return _said(_HEADINGS[key], language)


def _index(ruleset: RuleSet, language: str) -> Iterator[str]:
    yield f"# {_heading('rules', language)}"
    for layer in reversed(Layer):
        rules = [rule for rule in ruleset.rules if rule.layer is layer]
        if rules:
            columns = ("rule", "coupling", "how", "effort")
            yield f"\n## {_said(words.layer_name(layer), language)} ({len(rules)})\n"
            yield from _table_head([_heading(column, language) for column in columns])
            yield from (_index_row(rule, language) for rule in rules)


def _index_row(rule: Rule, language: str) -> str:
    title = _cell(_said(rule.title, language))
    how = _said(words.REPLACEMENTS[ReplacementKind(rule.replacement.kind)], language)
    return f"| [{title}]({rule.id}.md) | {rule.coupling.value} | {how} | {rule.effort.value} |"


def _page(rule: Rule, language: str) -> Iterator[str]:
    yield f"# {_said(rule.title, language)}\n"
    yield f"`{rule.id}`\n"
    yield f"{_said(rule.why, language)}\n"
    yield from _facts(rule, language)
    yield from _replacement(rule, language)
    yield f"\n## {_heading('match', language)}\n"
    for kind, names in words.patterns(rule):
        yield f"- {kind}: {', '.join(_code(name) for name in names)}"
    yield from _samples("hit", rule.hit_samples, language)
    yield from _samples("miss", rule.miss_samples, language)
    if rule.links:
        yield f"\n## {_heading('links', language)}\n"
        yield from (f"- <{link}>" for link in rule.links)


def _facts(rule: Rule, language: str) -> Iterator[str]:
    proofs = ", ".join(_said(JOB_KINDS[check].title, language) for check in rule.validate) or "–"
    for key, value in (
        ("layer", _said(words.layer_name(rule.layer), language)),
        ("coupling", _said(words.COUPLINGS[rule.coupling], language)),
        ("kind", _said(words.KINDS[rule.kind], language)),
        ("effort", _said(words.effort_meaning(rule.effort), language)),
        ("proof", proofs),
    ):
        yield f"- **{_heading(key, language)}**: {value}"


def _replacement(rule: Rule, language: str) -> Iterator[str]:
    replacement = rule.replacement
    how = words.REPLACEMENTS[ReplacementKind(replacement.kind)]
    yield f"\n## {_heading('replacement', language)}\n"
    yield f"{_said(replacement.what, language)}\n"
    vouched = words.vouched(replacement.verified, replacement.source)
    yield f"- {_said(how, language)}\n- {_said(vouched, language)}"
    if replacement.table:
        yield ""
        yield from _table_head([_heading(column, language) for column in ("found", "ascend", "source")])
        for symbol, counterpart, source in words.counterparts(replacement):
            said = (_said(counterpart, language), _said(source, language))
            yield f"| {_code(symbol)} | {' | '.join(map(_cell, said))} |"


def _samples(key: str, samples: tuple[Sample, ...], language: str) -> Iterator[str]:
    yield f"\n## {_heading(key, language)}"
    for sample in samples:
        fence = "`" * (4 if "```" in sample.text else 3)
        named = _FENCES.get(PurePosixPath(sample.file).suffix, "")
        yield f"\n{_code(sample.file)}\n\n{fence}{named}\n{sample.text.rstrip()}\n{fence}"


def _table_head(columns: list[str]) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield f"|{'---|' * len(columns)}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _code(text: str) -> str:
    """In a cell too: a bar would end it, a back tick the code."""
    mark = "``" if "`" in text else "`"
    return f"{mark}{_cell(text)}{mark}"
