"""Reads YAML with the place of every value: compose, Kubernetes, CI, Prometheus and plain settings."""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from migration_engine.model import Span
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.compose import see_services
from migration_engine.scan.kubernetes import see_objects
from migration_engine.scan.python.strings import ENV_NAME
from migration_engine.scan.requirements import see_requirement
from migration_engine.scan.shell import logical_lines, read_command_line, see_variable
from migration_engine.scan.sighting import Reading, on_line
from migration_engine.scan.yaml_lines import read_yaml_lines

_COMMANDS = frozenset(
    {"run", "script", "before_script", "after_script", "command", "args", "entrypoint", "cmd", "commands"}
)
_ENVIRONMENTS = frozenset({"env", "environment", "variables"})
# A mapping of build arguments sets variables, a list of them is a command.
_VARIABLES = _ENVIRONMENTS | {"args"}
_IMAGES = frozenset({"image", "repository", "container"})
_WORD = re.compile(r"(?<![A-Za-z0-9])[0-9]*+([A-Za-z][A-Za-z0-9]*+[_:][A-Za-z0-9_:]+)")
_LARGEST = 1024 * 1024


class YamlWalk:
    """One pass over the nodes of one file."""

    def __init__(self, reading: Reading, language: str) -> None:
        self.reading = reading
        self.language = language
        self._visited: set[int] = set()

    def node(self, node: yaml.Node, key: str = "") -> None:
        """An aliased node is visited once, so that nested aliases cannot multiply."""
        if id(node) in self._visited:
            return
        self._visited.add(id(node))
        if isinstance(node, yaml.MappingNode):
            self._mapping(node, key)
        elif isinstance(node, yaml.SequenceNode):
            self._sequence(node, key)
        elif isinstance(node, yaml.ScalarNode):
            self._scalar(node, key)

    def _mapping(self, node: yaml.MappingNode, parent: str) -> None:
        pairs = {str(key.value): value for key, value in node.value}
        if parent in _ENVIRONMENTS and "name" in pairs:
            self._named_variable(pairs)
        for key_node, value in node.value:
            key = str(key_node.value)
            self.reading.see(Kind.KEY, key, _span(key_node))
            if parent in _VARIABLES and isinstance(value, yaml.ScalarNode) and ENV_NAME.match(key):
                see_variable(key, str(value.value), _span(key_node), self.reading)
            self._pair(key, value)

    def _pair(self, key: str, value: yaml.Node) -> None:
        if key in _COMMANDS:
            self._command(value)
        self.node(value, key)

    def _named_variable(self, pairs: dict[str, yaml.Node]) -> None:
        name, value = pairs["name"], pairs.get("value")
        text = str(value.value) if isinstance(value, yaml.ScalarNode) else "…"
        see_variable(str(name.value), text, _span(name), self.reading)

    def _sequence(self, node: yaml.SequenceNode, key: str) -> None:
        for item in node.value:
            if isinstance(item, yaml.ScalarNode) and key in _ENVIRONMENTS:
                name, _, value = str(item.value).partition("=")
                see_variable(name, value, _span(item), self.reading)
            if isinstance(item, yaml.ScalarNode) and key == "dependencies" and self.language == "conda":
                see_requirement(
                    re.sub(r"(?<![=<>~!])=(?!=)", "==", str(item.value), count=1), _span(item), self.reading
                )
            self.node(item, key)

    def _scalar(self, node: yaml.ScalarNode, key: str) -> None:
        text, span = str(node.value), _span(node)
        self.reading.see(Kind.SETTING, f"{key}={text}", span)
        if key in _IMAGES and text and " " not in text:
            self.reading.see(Kind.IMAGE, text, span)
        if text.startswith(("http://", "https://")):
            self.reading.see(Kind.URL, text, span)
        if not node.style or node.style in "'\"" or key not in _COMMANDS:
            see_words(text, node.start_mark.line + 1, span, self.reading)

    def _command(self, node: yaml.Node) -> None:
        for line, column, text in _command_lines(node):
            read_command_line(text, line, self.reading, column)


def _command_lines(node: yaml.Node) -> Iterator[tuple[int, int, str]]:
    """The command lines of a string, a block, a list of steps or a list of words."""
    if isinstance(node, yaml.ScalarNode):
        first = node.start_mark.line + (2 if node.style in ("|", ">") else 1)
        column = 0 if node.style in ("|", ">") else node.start_mark.column
        for line, text in logical_lines(str(node.value).split("\n"), first):
            yield line, column, text
    elif isinstance(node, yaml.SequenceNode):
        words = [item for item in node.value if isinstance(item, yaml.ScalarNode)]
        if all(" " not in str(word.value).strip() for word in words) and words:
            mark = words[0].start_mark
            yield mark.line + 1, mark.column, " ".join(str(word.value) for word in words)
        else:
            for word in words:
                yield from _command_lines(word)


def see_words(text: str, line: int, span: Span, reading: Reading) -> None:
    """Names inside a value, such as the metrics of an expression."""
    for offset, row in enumerate(text.split("\n")):
        for found in _WORD.finditer(row):
            reading.see(Kind.WORD, found.group(1), span if not offset else on_line(line + offset, 0, row))


def _span(node: yaml.Node) -> Span:
    start, end = node.start_mark, node.end_mark
    if end.line != start.line:
        return Span(start.line + 1, start.line + 1, start.column + 1, start.column + 2)
    return Span(start.line + 1, end.line + 1, start.column + 1, end.column + 1)


def read_yaml(text: str, reading: Reading, language: str = "yaml") -> None:
    """All documents of a file; templates and broken files are read line by line."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        if len(text) > _LARGEST:
            raise yaml.YAMLError("too large for a tree")
        for document in yaml.compose_all(text, Loader=loader):
            YamlWalk(reading, language).node(document)
            if language == "compose":
                see_services(document, reading)
            if language == "kubernetes":
                see_objects(document, reading)
    except (yaml.YAMLError, RecursionError, ValueError):
        template = language == "helm" or "{{" in text
        reading.start_over("" if template else "read line by line, it is not valid YAML")
        read_yaml_lines(text, reading)
