"""YAML that remembers the line of every key; refuses keys given twice, references and deep nesting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from migration_engine.errors import ChecklistInvalid, RuleInvalid
from migration_engine.quick_yaml import yaml
from migration_engine.text import Text

# libyaml where the wheel has it: eight times quicker than the loader in Python.
_Loader = cast("type[yaml.SafeLoader]", getattr(yaml, "CSafeLoader", yaml.SafeLoader))
_DEEPEST = 12
Refused = type[RuleInvalid] | type[ChecklistInvalid]
_TEXT = "tag:yaml.org,2002:str"


@dataclass(frozen=True, slots=True)
class NoText:
    """A number, yes or no, nothing: `value` is what it means, `written` how it stands there."""

    written: str
    value: object

    def __str__(self) -> str:
        return self.written


class Table(dict[str, object]):
    """A mapping with the line of the mapping itself and of each key."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}

    def line_of(self, key: str) -> int:
        return self.lines.get(key, self.line)


def plain(located: object) -> object:
    """The same as plain values, without lines."""
    if isinstance(located, Table):
        return {key: plain(value) for key, value in located.items()}
    if isinstance(located, list):
        return [plain(one) for one in located]
    return located.value if isinstance(located, NoText) else located


def load_located(text: str, place: str, refused: Refused = RuleInvalid) -> object:
    """The document with tables in place of dicts. Raises `refused` at file:line."""
    builder = _Builder(text, place, refused)
    try:
        return builder.document()
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise builder.refusal(
            f"not YAML: {error.problem}", f"不是有效的 YAML：{error.problem}", line
        ) from error
    except yaml.YAMLError as error:
        raise builder.refusal(f"not YAML: {error}", f"不是有效的 YAML：{error}", 1) from error


class _Builder:
    """Builds values from the events of the parser, so that a reference never unfolds."""

    def __init__(self, text: str, place: str, refused: Refused) -> None:
        self._place, self._refused = place, refused
        self._plain = yaml.SafeLoader("")
        self._events = yaml.parse(text, Loader=_Loader)

    def document(self) -> object:
        for event in self._events:
            if isinstance(event, yaml.NodeEvent):
                return self._value(event, 0)
        raise self.refusal("the file is empty; give a list", "文件为空，请写入列表", 1)

    def refusal(self, en: str, zh: str, line: int) -> RuleInvalid | ChecklistInvalid:
        return self._refused(Text(en, zh), place=f"{self._place}:{line}")

    def _value(self, event: yaml.Event, depth: int) -> object:
        line = _line(event)
        if depth > _DEEPEST:
            raise self.refusal("nested too deep; nothing here needs it", "嵌套过深，此处不需要这么多层", line)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return [self._value(one, depth + 1) for one in self._until(yaml.SequenceEndEvent)]
        if isinstance(event, yaml.MappingStartEvent):
            return self._table(line, depth)
        raise self.refusal(
            "write the value out; `*name` is not read", "请直接写出内容，不支持 `*名称` 引用", line
        )

    def _until(self, end: type[yaml.Event]) -> Iterator[yaml.Event]:
        while not isinstance(event := next(self._events), end):
            yield event

    def _table(self, line: int, depth: int) -> Table:
        table = Table(line)
        for key_event in self._until(yaml.MappingEndEvent):
            key, line = str(self._value(key_event, depth + 1)), _line(key_event)
            if key in table:
                raise self.refusal(
                    f"`{key}` is given twice; keep one", f"`{key}` 出现了两次，请保留一个", line
                )
            table[key] = self._value(next(self._events), depth + 1)
            table.lines[key] = line
        return table

    def _scalar(self, event: yaml.ScalarEvent) -> object:
        tag = event.tag or self._plain.resolve(yaml.ScalarNode, event.value, event.implicit)  # type: ignore[no-untyped-call]
        if tag == _TEXT:
            return event.value
        return NoText(event.value, self._plain.construct_object(yaml.ScalarNode(tag, event.value)))


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
