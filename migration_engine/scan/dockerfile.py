"""Reads Dockerfiles: base images, environment, commands, files that are copied in."""

from __future__ import annotations

import json
import posixpath
import re
from dataclasses import replace

from migration_engine.model import EdgeKind
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.shell import logical_lines, read_command_line, see_variable
from migration_engine.scan.sighting import Link, Reading, on_line
from migration_engine.scan.started import copied_to, in_container
from migration_engine.scan.text import Places

_INSTRUCTION = re.compile(r"^\s*([A-Za-z]+)\s+(.*)$", re.DOTALL)
_PAIR = re.compile(r"\b(\w+)=(\"[^\"]*\"|'[^']*'|\S*)")
_VARIABLE = re.compile(r"\$\{?(\w+)(?::-([^}]*))?\}?")
# Arguments may be made of each other; each that doubles the one before must not fill the memory.
_LONGEST_VALUE = 2000


class Dockerfile:
    """The instructions of one file, with its build arguments."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._arguments: dict[str, str] = {}
        self._stages: set[str] = set()
        self._folder = "/"
        self._copies: dict[str, str] = {}

    def read(self, text: str) -> None:
        for number, line in logical_lines(text.split("\n")):
            if found := _INSTRUCTION.match(line):
                self._instruction(found.group(1).upper(), found.group(2).strip(), number)

    def _instruction(self, word: str, rest: str, line: int) -> None:
        if word == "FROM":
            self._from(rest, line)
        elif word in ("ENV", "ARG"):
            self._environment(word, rest, line)
        elif word in ("RUN", "CMD", "ENTRYPOINT", "HEALTHCHECK"):
            self._command(rest, line, len(word) + 1)
        elif word in ("COPY", "ADD"):
            self._copy(rest, line)
        elif word == "WORKDIR":
            self._folder = posixpath.join(self._folder, self._expanded(rest.strip("'\"")))

    def _from(self, rest: str, line: int) -> None:
        words = [word for word in rest.split() if not word.startswith("--")]
        if not words:
            return
        if len(words) == 3 and words[1].upper() == "AS":
            self._stages.add(words[2])
        image = self._expanded(words[0])
        if image not in self._stages:
            self.reading.see(Kind.IMAGE, image, on_line(line, 5 + max(0, rest.find(words[0])), words[0]))

    def _environment(self, word: str, rest: str, line: int) -> None:
        pairs = [(one.group(1), one.group(2), one.start()) for one in _PAIR.finditer(rest)]
        if not pairs and " " in rest:
            name, _, value = rest.partition(" ")
            pairs = [(name, value, 0)]
        places = Places(rest)
        for name, value, begin in pairs:
            value = self._expanded(value.strip("'\""))
            if word == "ARG":
                self._arguments[name] = value[:_LONGEST_VALUE]
            row, column = places.of(begin)
            span = on_line(line + row, column + (0 if row else len(word) + 1), name)
            see_variable(name, value, span, self.reading)

    def _command(self, rest: str, line: int, column: int) -> None:
        if rest.startswith("["):
            try:
                words = json.loads(rest)
            except ValueError:
                words = []
            rest = " ".join(f"'{word}'" if " " in str(word) else str(word) for word in words)
        rest = re.sub(r"^(?:--\w+=\S+\s+)+", "", rest)
        before = len(self.reading.links)
        read_command_line(rest, line, self.reading, column)
        self.reading.links[before:] = [self._outside(link) for link in self.reading.links[before:]]

    def _outside(self, link: Link) -> Link:
        """A path inside the image is one of the tree only by what was copied there."""
        if link.kind is not EdgeKind.EXEC or link.language:
            return link
        module = link.target.startswith("-m ")
        path = f"{link.target[3:].replace('.', '/')}.py" if module else link.target
        source = in_container(path, self._folder, self._copies)
        return link if module and source in (path, "") else replace(link, target=source)

    def _copy(self, rest: str, line: int) -> None:
        if "--from" in rest:
            return
        words = [word for word in rest.split() if not word.startswith("--")]
        *sources, target = [self._expanded(word.strip("[],\"'")) for word in words] or [""]
        for source in sources:
            self.reading.link(EdgeKind.CONFIG, source, line)
            self._copies[copied_to(source, target, self._folder)] = posixpath.normpath(
                source.partition("*")[0] or "."
            )

    def _expanded(self, text: str) -> str:
        return _VARIABLE.sub(lambda one: self._arguments.get(one.group(1), one.group(2) or one.group()), text)


def read_dockerfile(text: str, reading: Reading) -> None:
    """A whole Dockerfile."""
    Dockerfile(reading).read(text)
