"""YAML that remembers the line of every key, and refuses a key that is given twice."""

from __future__ import annotations

from typing import cast

import yaml

from migration_engine.errors import RuleInvalid
from migration_engine.text import Text

Scalar = str | int | float | bool | None
Value = "Scalar | list[Value] | Table"


class Table(dict[str, object]):
    """A mapping with the line of the mapping itself and of each key."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}

    def line_of(self, key: str) -> int:
        return self.lines.get(key, self.line)


def load_located(text: str, place: str) -> object:
    """The document with tables in place of dicts. Raises RuleInvalid at file:line."""
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise RuleInvalid(
            Text(f"not YAML: {error.problem}", f"不是有效的 YAML：{error.problem}"), place=f"{place}:{line}"
        ) from error
    if node is None:
        raise RuleInvalid(
            Text("the file is empty; give a list of rules", "文件为空，请写入规则列表"), place=f"{place}:1"
        )
    return _value(node, place)


def _value(node: yaml.Node, place: str) -> object:
    if isinstance(node, yaml.MappingNode):
        return _table(node, place)
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, place) for item in node.value]
    return yaml.SafeLoader("").construct_object(cast("yaml.ScalarNode", node), deep=True)


def _table(node: yaml.MappingNode, place: str) -> Table:
    table = Table(node.start_mark.line + 1)
    for key_node, value_node in node.value:
        key, line = str(key_node.value), key_node.start_mark.line + 1
        if key in table:
            raise RuleInvalid(
                Text(f"`{key}` is given twice; keep one", f"`{key}` 出现了两次，请保留一个"),
                place=f"{place}:{line}",
            )
        table[key] = _value(value_node, place)
        table.lines[key] = line
    return table
