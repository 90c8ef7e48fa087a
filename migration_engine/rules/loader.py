"""Loads the catalogue that ships with the engine, and folders of a user's own rules."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from migration_engine.errors import RuleInvalid
from migration_engine.located import Table, load_located
from migration_engine.model import Rule, RuleSet
from migration_engine.rules.fields import Fields
from migration_engine.rules.parse import rule_of
from migration_engine.text import Text

CATALOGUE = Path(__file__).parent / "catalogue"


def load_catalogue(*extra_folders: str | Path) -> RuleSet:
    """All rules of the catalogue and of the given folders, in order of their ids."""
    rules = _unique(pair for folder in (CATALOGUE, *map(Path, extra_folders)) for pair in _rules_in(folder))
    return RuleSet(rules, _version(rules))


def load_folder(folder: str | Path) -> RuleSet:
    """Only the rules of one folder."""
    rules = _unique(_rules_in(Path(folder)))
    return RuleSet(rules, _version(rules))


def _rules_in(folder: Path) -> Iterator[tuple[Rule, str]]:
    if not folder.is_dir():
        raise RuleInvalid(
            Text("no such folder of rules; check the path", "没有这个规则文件夹，请检查路径"),
            place=str(folder),
        )
    files = sorted(path for path in folder.rglob("*.y*ml") if path.suffix in (".yaml", ".yml"))
    if not files:
        raise RuleInvalid(
            Text(
                "no rule file (.yaml or .yml) in this folder; check the path",
                "该文件夹中没有规则文件（.yaml 或 .yml），请检查路径",
            ),
            place=str(folder),
        )
    for path in files:
        place = str(path.relative_to(folder))
        yield from parse_rules(_text(path, place), place)


def _text(path: Path, place: str) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
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
    content = json.dumps([asdict(rule) for rule in rules], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()[:16]
