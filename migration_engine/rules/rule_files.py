"""Turns rule files into a set of rules, each with its file and line while they are put together."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence

import msgspec

from migration_engine.errors import RuleInvalid
from migration_engine.located import Table, load_located
from migration_engine.model import Rule, RuleSet
from migration_engine.rules.fields import Fields
from migration_engine.rules.parse import rule_of
from migration_engine.text import Text

RuleFile = tuple[str, bytes]
"""What it is called in messages, and its content."""


def rule_set(files: Sequence[RuleFile]) -> RuleSet:
    """All rules in order of their ids. Raises RuleInvalid with file and line."""
    rules = _unique(pair for place, content in files for pair in parse_rules(_text(content, place), place))
    return RuleSet(rules, _version(rules))


def _text(content: bytes, place: str) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RuleInvalid(
            Text(f"the rule file cannot be read ({error})", f"无法读取规则文件（{error}）"), place=place
        ) from error


def parse_rules(text: str, place: str) -> Iterator[tuple[Rule, str]]:
    """Each rule of one file with its file:line."""
    document = load_located(text, place)
    if not isinstance(document, list):
        raise RuleInvalid(
            Text(
                "a rule file is a list of rules; start each with `- id:`",
                "规则文件须为规则列表，每条规则以 `- id:` 开头",
            ),
            place=f"{place}:1",
        )
    for item in document:
        if not isinstance(item, Table):
            raise RuleInvalid(
                Text("a rule is a mapping; start it with `- id:`", "规则须为映射，以 `- id:` 开头"),
                place=f"{place}:1",
            )
        yield rule_of(Fields(item, place)), f"{place}:{item.line}"


def _unique(pairs: Iterator[tuple[Rule, str]]) -> tuple[Rule, ...]:
    seen: dict[str, tuple[Rule, str]] = {}
    for rule, place in pairs:
        if rule.id in seen:
            taken_by = seen[rule.id][1]
            raise RuleInvalid(
                Text(
                    f"the id `{rule.id}` is taken by {taken_by}; choose another",
                    f"标识 `{rule.id}` 已被 {taken_by} 占用，请另选一个",
                ),
                place=place,
            )
        seen[rule.id] = (rule, place)
    return tuple(seen[identity][0] for identity in sorted(seen))


def _version(rules: tuple[Rule, ...]) -> str:
    content = json.dumps(msgspec.to_builtins(rules), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()[:16]
