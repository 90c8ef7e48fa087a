"""Reads the commands of YAML files: scripts of steps, and words in lists as containers are given them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from migration_engine.quick_yaml import yaml
from migration_engine.scan.embedded import Row, read_inside
from migration_engine.scan.readers.shell.commands import read_command
from migration_engine.scan.readers.shell.words import Word
from migration_engine.scan.readers.yaml.rows import NodeSite, rows_of
from migration_engine.scan.sighting import Reading

_SCRIPTS = frozenset(
    {
        *("run", "script", "before_script", "after_script", "commands", "bash", "sh", "inlineScript"),
        *("install", "before_install", "after_success", "source", "postCreateCommand", "setup"),
    }
)
# What a container runs is put together from these, in this order.
_WORDS = ("entrypoint", "command", "args", "cmd", "containerCommand")
_CONTAINERS = frozenset({"compose", "kubernetes", "helm"})
COMMANDS = _SCRIPTS | frozenset(_WORDS)


class YamlCommands:
    """The commands of one file; an aliased one is read once."""

    def __init__(self, reading: Reading, language: str, file: Sequence[str]) -> None:
        self._reading, self._language, self._file = reading, language, file
        self._read: set[int] = set()

    def read(self, pairs: Mapping[str, yaml.Node]) -> None:
        """All commands of one mapping."""
        for key in _SCRIPTS & pairs.keys():
            self._script(pairs[key], _program(pairs))
        words: list[yaml.ScalarNode] = []
        for key in _WORDS:
            if key in pairs and self._is_new(pairs[key]):
                words += self._words(pairs[key])
        if words:
            given = [Word(str(node.value), at, quoted=True) for at, node in enumerate(words)]
            read_command(given, NodeSite(words, self._file), self._reading)

    def _is_new(self, node: yaml.Node) -> bool:
        known = id(node) in self._read
        self._read.add(id(node))
        return not known

    def _script(self, node: yaml.Node, program: str) -> None:
        for text in _texts(node):
            if self._is_new(text):
                rows = rows_of(text, self._file)
                read_inside(_language(rows, program), rows, self._reading)

    def _words(self, node: yaml.Node) -> list[yaml.ScalarNode]:
        """The words of a list; what is a text or a list of command lines is read at once instead."""
        items = list(_texts(node))
        if not items:
            return []
        if isinstance(node, yaml.SequenceNode):
            blank = any(one in str(items[0].value).strip() for one in " \n")
            if self._language in _CONTAINERS or not blank:
                return items
        for item in items:
            read_inside("shell", rows_of(item, self._file), self._reading)
        return []


def _texts(node: yaml.Node) -> Iterator[yaml.ScalarNode]:
    """The texts of one value or of a list, also of lists in it; each list once, for aliases multiply."""
    waiting, seen = [node], set[int]()
    while waiting:
        one = waiting.pop()
        if isinstance(one, yaml.ScalarNode):
            yield one
        elif isinstance(one, yaml.SequenceNode) and id(one) not in seen:
            seen.add(id(one))
            waiting += reversed(one.value)


def _program(pairs: Mapping[str, yaml.Node]) -> str:
    """What runs a script: `shell: python` of a step, `command: [python]` of a workflow's container."""
    for key in ("shell", "command"):
        if key in pairs:
            return " ".join(str(text.value) for text in _texts(pairs[key]))
    return ""


def _language(rows: Sequence[Row], program: str) -> str:
    first = rows[0].text if rows else ""
    named = first if first.startswith("#!") else program
    if "python" in named:
        return "python"
    return "" if "node" in named or "pwsh" in named or "powershell" in named else "shell"
