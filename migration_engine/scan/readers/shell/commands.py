"""Reads one simple command, whatever holds it: its variables, its program, options, packages, inner code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

from migration_engine.expression import expression
from migration_engine.model import Span
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.embedded import Row, read_inside
from migration_engine.scan.links.started import started_by
from migration_engine.scan.readers.python.strings import forces_cpu
from migration_engine.scan.readers.shell.containers import read_container_command
from migration_engine.scan.readers.shell.installs import read_install_command
from migration_engine.scan.readers.shell.words import Word
from migration_engine.scan.sighting import Reading, on_line
from migration_engine.scan.text import Places

_ASSIGN = expression(r"([A-Za-z_]\w*)\+?=(.*)", re.DOTALL)
_SETTERS = frozenset({"export", "declare", "local", "readonly", "typeset", "setenv"})
_KEYWORDS = frozenset({"if", "while", "until", "then", "do", "else", "elif", "{", "!"})
_WRAPPERS = frozenset({"sudo", "exec", "nohup", "time", "env", "command", "numactl", "timeout", "nice"})
# They run another program somewhere, after options of their own.
_CARRIERS = frozenset(
    {
        *("srun", "mpirun", "mpiexec", "ssh", "docker", "podman", "nerdctl", "kubectl", "singularity"),
        *("apptainer", "uv", "poetry", "pdm", "pixi", "conda", "mamba", "xargs", "watch", "su", "nsys"),
        *("ncu", "stdbuf", "taskset", "entrypoint", "tini", "dumb-init", "gosu", "retry", "eval"),
    }
)
_PRINTERS = frozenset({"echo", "printf"})
_LOOPS = frozenset({"for", "case", "select", "function"})
_SCRIPT = expression(r"^(?:\./)?[\w./-]+\.(?:py|sh|bash)$")
_INTERPRETERS = frozenset(
    {"python", "python3", "bash", "sh", "source", ".", "torchrun", "deepspeed", "accelerate"}
)
_INNER = expression(r"(?:.*/)?(?:(?P<python>python[\d.]*|pypy3?)|(?P<shell>(?:ba|z|da|k)?sh|eval|su))")
_CODE_OPTION = expression(r"-[a-z]*c")
_OPTION = expression(r"-{1,2}[A-Za-z]")
_MAY_REDIRECT = frozenset("<>&0123456789")
_REDIRECTION = expression(r"\d*[<>]|&>")


class Site(Protocol):
    """Where the words of a command stand in their file."""

    def place(self, word: Word, text: str = "") -> Span:
        """Of the word, or of the last part of it that reads so."""

    def rows(self, word: Word) -> list[Row]:
        """The rows of a word that is a text of its own."""


class RowSite:
    """Words of a text that stands in rows of a file."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows

    @cached_property
    def _places(self) -> Places:
        return Places("\n".join(row.text for row in self._rows))

    def place(self, word: Word, text: str = "") -> Span:
        offset = word.text.rfind(text) if text else 0
        return self.span(word.begin + max(0, offset), text or word.text)

    def span(self, begin: int, text: str) -> Span:
        at, column = self._places.of(begin)
        row = self._rows[min(at, len(self._rows) - 1)]
        return on_line(row.line, row.column + column, text)

    def rows(self, word: Word) -> list[Row]:
        at, column = self._places.of(word.begin)
        first, *others = word.text.split("\n")
        row = self._rows[min(at, len(self._rows) - 1)]
        return [
            Row(first, row.line, row.column + column),
            *(Row(text, row.line + below, row.column) for below, text in enumerate(others, start=1)),
        ]


class Command:
    """A program with its words, each at its place."""

    def __init__(self, words: Sequence[Word], site: Site) -> None:
        self.words = [word.text for word in words]
        self.program = _base(words[0].text)
        self._words, self._site = words, site

    def place(self, at: int, text: str = "") -> Span:
        """Of the word at that position, or of the last part of it that reads so."""
        return self._site.place(self._words[at], text)

    def rows(self, at: int) -> list[Row]:
        return self._site.rows(self._words[at])

    def rest(self, at: int) -> Command:
        """The command that begins at that word."""
        return Command(self._words[at:], self._site)


def read_command(words: Sequence[Word], site: Site, reading: Reading) -> None:
    """Variables that are set before a program, and the program itself."""
    words = [
        word
        for word in words
        if word.quoted or word.text[:1] not in _MAY_REDIRECT or not _REDIRECTION.match(word.text)
    ]
    at = next((at for at, word in enumerate(words) if word.text not in _KEYWORDS), len(words))
    setter = at < len(words) and words[at].text in _SETTERS
    at += int(setter)
    while at < len(words) and _variable(words[at], setter, site, reading):
        at += 1
    at = _past_wrappers(words, at, site, reading)
    if at < len(words) and not setter and words[at].text not in _LOOPS:
        read_program(Command(words[at:], site), reading)


def _variable(word: Word, setter: bool, site: Site, reading: Reading) -> bool:
    assigned = _ASSIGN.fullmatch(word.text)
    if not assigned:
        return setter
    name, value = assigned.groups()
    see_variable(name, value, site.place(word), reading)
    if "-" in value[:1] or " --" in value:
        begin = word.begin + assigned.start(2)
        options = [Word(one.group(), begin + one.start()) for one in re.finditer(r"\S+", value)]
        _see_options(Command(options, site), reading)
    return True


def _past_wrappers(words: Sequence[Word], at: int, site: Site, reading: Reading) -> int:
    while at < len(words) and words[at].text in _WRAPPERS:
        at += 1
        while at < len(words) and (words[at].text[:1] in "-0123456789" or "=" in words[at].text):
            if "=" in words[at].text:
                _variable(words[at], False, site, reading)
            at += 1
    return at


def read_program(command: Command, reading: Reading) -> None:
    """A program with all that its words tell; a mere list of options has none."""
    if not command.words[0].startswith("-"):
        _see_program(command, reading)
        read_install_command(command, reading)
        for kind, target in started_by(command.words):
            reading.link(kind, target, command.place(0).line)
        _read_inner_code(command, reading)
        read_container_command(command, reading)
    _see_options(command, reading)
    if command.program in _CARRIERS:
        _read_carried(command, reading)


def _see_program(command: Command, reading: Reading) -> None:
    if reading.wants(Kind.PROGRAM, command.program):
        reading.see(Kind.PROGRAM, command.program, command.place(0))
    line = " ".join([command.program, *command.words[1:]])
    if (command.program not in _PRINTERS or "export" in line) and reading.wants(Kind.COMMAND, line):
        reading.see(Kind.COMMAND, line, command.place(0))


def _base(word: str) -> str:
    return word.rpartition("/")[2] if "/" in word and not word.startswith("./") else word


def _see_options(command: Command, reading: Reading) -> None:
    """`--device cuda` and `--device=cuda` are one setting; `-e NAME=value` sets a variable of a container."""
    words = command.words
    first = 0 if words[0].startswith("-") else 1
    for at in range(first, len(words)):
        word, following = words[at], words[at + 1] if at + 1 < len(words) else ""
        name, equals, value = word.partition("=")
        if word in ("-e", "--env", "--build-arg") and (assigned := _ASSIGN.fullmatch(following)):
            see_variable(assigned.group(1), assigned.group(2), command.place(at), reading)
        elif word.startswith("--"):
            if not equals:
                name, _, value = word.partition(" ")  # one word of a list may hold both
                value = value or ("" if _OPTION.match(following) else following)
            argument = f"{name}={value.strip()}"
            if reading.wants(Kind.ARGUMENT, argument):
                reading.see(Kind.ARGUMENT, argument, command.place(at))


def _read_inner_code(command: Command, reading: Reading) -> None:
    """`python -c "…"` and `bash -lc '…'`: the text is read by the reader of that program."""
    inner = _INNER.fullmatch(command.words[0])
    if not inner:
        return
    language = "python" if inner.group("python") else "shell"
    for at in range(1, len(command.words) - 1):
        if _CODE_OPTION.fullmatch(command.words[at]):
            read_inside(language, command.rows(at + 1), reading)
            return


def _read_carried(command: Command, reading: Reading) -> None:
    """The program that another one starts: an interpreter or script, else the first that a rule knows."""
    inner = [at for at, word in enumerate(command.words) if at and word[:1] not in "-$" and "=" not in word]
    runs = (at for at in inner if _runs_code(command.words[at]))
    known = (at for at in inner if reading.wants(Kind.PROGRAM, _base(command.words[at])))
    at = next(runs, 0) or next((at for at in known if not command.words[at].isdigit()), 0)
    if at:
        read_program(command.rest(at), reading)


def _runs_code(word: str) -> bool:
    return _base(word) in _INTERPRETERS or bool(_INNER.fullmatch(word) or _SCRIPT.match(word))


def see_variable(name: str, value: str, span: Span, reading: Reading) -> None:
    """An environment variable and its value, unless the value hides all devices."""
    value = value.strip("'\"")
    if not forces_cpu(name, value):
        reading.see(Kind.ENV, name, span)
        reading.see(Kind.SETTING, f"{name}={value}", span)
