"""Walks the nodes of YAML with the place of every value: keys, settings, variables, images, words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from migration_engine.expression import expression
from migration_engine.model import Span
from migration_engine.quick_yaml import yaml
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.python.strings import ENV_NAME
from migration_engine.scan.readers.requirements import see_conda, see_requirement
from migration_engine.scan.readers.shell.commands import see_variable
from migration_engine.scan.readers.yaml.commands import COMMANDS, YamlCommands
from migration_engine.scan.readers.yaml.rows import rows_of, span_of
from migration_engine.scan.readers.yaml.template import UNKNOWN
from migration_engine.scan.sighting import Reading, on_line

_ENVIRONMENTS = frozenset({"env", "environment", "variables", "envs", "env_vars"})
# A mapping of build arguments sets variables, a list of them is a command.
_VARIABLES = _ENVIRONMENTS | {"args", "build_args"}
_VARIABLE = expression(r"[A-Za-z_]\w*")
_GIVEN = expression(r"([A-Z][A-Z0-9]*_[A-Z0-9_]+)=(.*)", re.DOTALL)
_IMAGES = frozenset({"image", "repository", "container", "baseImage", "base_image"})
_WORD = expression(r"(?<![A-Za-z0-9])[0-9]*+([A-Za-z][A-Za-z0-9]*+[_:][A-Za-z0-9_:]+)")
_MATRIX = expression(r"\$\{\{\s*matrix\.([\w-]+)")
_MATRIX_USERS = frozenset({"runs-on", "image", "container"})


class YamlWalk:
    """One pass over the nodes of one document."""

    def __init__(self, reading: Reading, language: str, rows: Sequence[str]) -> None:
        self.reading = reading
        self.language = language
        self._rows = rows
        self._commands = YamlCommands(reading, language, rows)
        self._visited: set[int] = set()
        self._choices: dict[str, str] = {}
        """Names of a build matrix, and the key that takes its value from it."""

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
        pairs = {str(key.value): value for key, value in node.value if isinstance(key, yaml.ScalarNode)}
        self._note_choices(pairs)
        self._named(pairs, parent)
        for key_node, value in node.value:
            key = str(key_node.value)
            self.reading.see(Kind.KEY, key, span_of(key_node))
            if isinstance(value, yaml.ScalarNode) and _is_variable(key, parent):
                see_variable(key, str(value.value), span_of(key_node), self.reading)
            self.node(value, key)
        self._commands.read(pairs)

    def _note_choices(self, pairs: Mapping[str, yaml.Node]) -> None:
        for key in _MATRIX_USERS & pairs.keys():
            if found := _MATRIX.search(_text(pairs[key])):
                self._choices[found.group(1)] = key

    def _named(self, pairs: Mapping[str, yaml.Node], parent: str) -> None:
        """What takes several keys to say: a variable, a build's parameter, an image with its tag."""
        name = _text(pairs.get("name"))
        if name and (
            parent in _ENVIRONMENTS or (ENV_NAME.match(name) and pairs.keys() & {"value", "valueFrom"})
        ):
            value = pairs.get("value")
            text = _text(value) if isinstance(value, yaml.ScalarNode) else UNKNOWN
            see_variable(name, text, span_of(pairs["name"]), self.reading)
        elif name and (parent == "image" or (parent == "services" and self.language == "ci")):
            self.reading.see(Kind.IMAGE, name, span_of(pairs["name"]))
        repository, tag = _text(pairs.get("repository")), _text(pairs.get("tag"))
        if repository and tag:
            host = _text(pairs.get("registry"))
            image = "/".join(filter(None, (host, f"{repository}:{tag}")))
            self.reading.see(Kind.IMAGE, image, span_of(pairs["repository"]))

    def _sequence(self, node: yaml.SequenceNode, key: str) -> None:
        for item in node.value:
            if isinstance(item, yaml.ScalarNode):
                self._item(item, key)
            self.node(item, key)

    def _item(self, item: yaml.ScalarNode, key: str) -> None:
        text = str(item.value)
        if key in _ENVIRONMENTS:
            name, _, value = text.partition("=")
            see_variable(name, value, span_of(item), self.reading)
        elif key not in COMMANDS and (given := _GIVEN.fullmatch(text)):
            see_variable(given.group(1), given.group(2), span_of(item), self.reading)
        elif self.language == "conda" and key in ("dependencies", "build", "host", "run"):
            see_conda(text, span_of(item), self.reading)
        elif key in ("pip", "pip_packages"):
            see_requirement(text, span_of(item), self.reading)

    def _scalar(self, node: yaml.ScalarNode, key: str) -> None:
        text, span = str(node.value), span_of(node)
        self.reading.see(Kind.SETTING, f"{key}={text}", span)
        user = self._choices.get(key)
        if user == "runs-on":
            self.reading.see(Kind.SETTING, f"{user}={text}", span)
        named = key in _IMAGES or (key == "services" and self.language == "ci")
        if (named or user) and text.strip(UNKNOWN) and " " not in text:
            self.reading.see(Kind.IMAGE, text, span)
        if text.startswith(("http://", "https://")):
            self.reading.see(Kind.URL, text, span)
        if node.style in ("|", ">"):
            for row in rows_of(node, self._rows) if key not in COMMANDS else ():
                see_words(row.text, on_line(row.line, row.column, row.text), self.reading)
        else:
            see_words(text, span, self.reading)


def _is_variable(key: str, parent: str) -> bool:
    return bool(ENV_NAME.match(key) or (parent in _VARIABLES and _VARIABLE.fullmatch(key)))


def _text(node: yaml.Node | None) -> str:
    return str(node.value) if isinstance(node, yaml.ScalarNode) else ""


def see_words(text: str, span: Span, reading: Reading) -> None:
    """Names inside a value, such as the metrics of an expression, each at the place of the value."""
    if "_" in text or ":" in text:
        for found in _WORD.finditer(text):
            reading.see(Kind.WORD, found.group(1), span)
