"""Reads Dockerfiles: base images, environment, commands, files that are copied in."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator

from msgspec.structs import replace

from migration_engine.expression import expression
from migration_engine.model import EdgeKind
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.embedded import read_inside
from migration_engine.scan.links.started import copied_to, in_container
from migration_engine.scan.readers.shell.commands import RowSite, read_command, see_variable
from migration_engine.scan.readers.shell.docker_instructions import Instruction, instructions_of
from migration_engine.scan.readers.shell.words import Word
from migration_engine.scan.sighting import Link, Reading

_QUOTES = "'\""
_PAIR = expression(r"(?<![\w.-])([\w.-]++)=(\"[^\"]*\"|'[^']*'|\S*)")
_NAME = expression(r"[\w.-]+")
_STRING = expression(r'"(?:[^"\\\n]++|\\.)*+"')
_OPTIONS = expression(r"^\s*(?:--\w[\w-]*(?:=\S+)?\s+)*(?:CMD\s+)?")
_FROM = expression(r"--from=(\S+)")
_VARIABLE = expression(r"\$\{?(\w+)(?::-([^}]*))?\}?")
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
        for instruction in instructions_of(text):
            self._instruction(instruction)

    def _instruction(self, one: Instruction) -> None:
        if one.word == "FROM":
            self._from(one)
        elif one.word in ("ENV", "ARG"):
            self._environment(one)
        elif one.word == "LABEL":
            self._labels(one)
        elif one.word in ("RUN", "CMD", "ENTRYPOINT", "HEALTHCHECK"):
            self._command(one)
        elif one.word in ("COPY", "ADD"):
            self._copy(one)
        elif one.word == "WORKDIR":
            self._folder = posixpath.join(self._folder, self._expanded(one.text.strip(" '\"")))

    def _from(self, one: Instruction) -> None:
        given = list(re.finditer(r"\S+", one.text))
        for option in (found for found in given if found.group().startswith("--")):
            span = RowSite(one.rows).span(option.start(), option.group())
            self.reading.see(Kind.ARGUMENT, option.group(), span)
        words = [found for found in given if not found.group().startswith("--")]
        if not words:
            return
        if len(words) == 3 and words[1].group().upper() == "AS":
            self._stages.add(words[2].group().lower())
        self._image(self._expanded(words[0].group()), one, words[0].start(), words[0].group())

    def _image(self, image: str, one: Instruction, begin: int, written: str) -> None:
        if image.lower() not in self._stages and not image.isdigit():
            self.reading.see(Kind.IMAGE, image, RowSite(one.rows).span(begin, written))

    def _environment(self, one: Instruction) -> None:
        site = RowSite(one.rows)
        for name, value, begin in _pairs(one.text):
            value = self._expanded(value.strip("'\""))
            if one.word == "ARG":
                self._arguments[name] = value[:_LONGEST_VALUE]
            see_variable(name, value, site.span(begin, name), self.reading)

    def _labels(self, one: Instruction) -> None:
        site = RowSite(one.rows)
        for name, value, begin in _pairs(one.text):
            self.reading.see(Kind.KEY, name, site.span(begin, name))
            self.reading.see(Kind.SETTING, f"{name}={value.strip(_QUOTES)}", site.span(begin, name))

    def _command(self, one: Instruction) -> None:
        before = len(self.reading.links)
        if words := _exec_form(one.text):
            read_command(words, RowSite(one.rows), self.reading)
        else:
            head = _OPTIONS.sub(lambda found: " " * len(found.group()), one.rows[0].text)
            read_inside("shell", [replace(one.rows[0], text=head), *one.rows[1:]], self.reading)
        self.reading.links[before:] = [self._outside(link) for link in self.reading.links[before:]]

    def _outside(self, link: Link) -> Link:
        """A path inside the image is one of the tree only by what was copied there."""
        if link.kind is not EdgeKind.EXEC or link.language:
            return link
        module = link.target.startswith("-m ")
        path = f"{link.target[3:].replace('.', '/')}.py" if module else link.target
        source = in_container(path, self._folder, self._copies)
        return link if module and source in (path, "") else replace(link, target=source)

    def _copy(self, one: Instruction) -> None:
        if found := _FROM.search(one.text):
            self._image(self._expanded(found.group(1)), one, found.start(1), found.group(1))
            return
        words = [word for word in one.text.partition("<<")[0].split() if not word.startswith("--")]
        *sources, target = [self._expanded(word.strip("[],\"'")) for word in words] or [""]
        for source in sources:
            self.reading.link(EdgeKind.CONFIG, source, one.line)
            self._copies[copied_to(source, target, self._folder)] = posixpath.normpath(
                source.partition("*")[0] or "."
            )

    def _expanded(self, text: str) -> str:
        return _VARIABLE.sub(lambda one: self._arguments.get(one.group(1), one.group(2) or one.group()), text)


def _pairs(text: str) -> Iterator[tuple[str, str, int]]:
    """Names, values and where they begin; also of the older form `ENV name value`."""
    pairs = [(one.group(1), one.group(2), one.start()) for one in _PAIR.finditer(text)]
    name, blank, value = text.strip().partition(" ")
    if not pairs and blank and _NAME.fullmatch(name):
        pairs = [(name, value.strip(), text.find(name))]
    yield from pairs


def _exec_form(text: str) -> list[Word]:
    """The words of a list in JSON; nothing for a command of the shell."""
    begin = text.find("[")
    if begin < 0 or _OPTIONS.sub("", text[:begin]).strip():
        return []
    try:
        json.loads(text[begin:])
    except (ValueError, RecursionError):
        return []
    strings = _STRING.finditer(text, begin)
    return [Word(str(json.loads(one.group())), one.start() + 1, quoted=True) for one in strings]


def read_dockerfile(text: str, reading: Reading) -> None:
    """A whole Dockerfile."""
    Dockerfile(reading).read(text)
