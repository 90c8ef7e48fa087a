"""Reads shell: variables that are set, programs that are run, scripts that are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from migration_engine.model import EdgeKind, Span
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.python.strings import forces_cpu
from migration_engine.scan.requirements import read_pip_command
from migration_engine.scan.shell_words import Word, words_of
from migration_engine.scan.sighting import Reading, on_line
from migration_engine.scan.text import Places

_ASSIGN = re.compile(r"^([A-Za-z_]\w*)=(.*)$", re.DOTALL)
_SEPARATOR = re.compile(r"(?:&&|\|\||;|\||\bthen\b|\bdo\b|\belse\b|\$\(|`|\(|\))\s*")
_WRAPPERS = frozenset(
    {"sudo", "exec", "nohup", "time", "env", "command", "numactl", "timeout", "if", "while", "!"}
)
_SCRIPT = re.compile(r"^(?:\./)?[\w./-]+\.(?:py|sh|bash)$")
_INTERPRETERS = frozenset(
    {"python", "python3", "bash", "sh", "source", ".", "torchrun", "deepspeed", "accelerate"}
)
_HEREDOC = re.compile(r"<<-?\s*['\"]?(\w+)['\"]?")


@dataclass(frozen=True, slots=True)
class Site:
    """Where a part of a logical line begins in its file."""

    places: Places
    line: int
    column: int
    begin: int

    def span(self, offset: int, text: str) -> Span:
        row, at = self.places.of(self.begin + offset)
        return on_line(self.line + row, at + (self.column if not row else 0), text)


class Command:
    """A simple command at its place."""

    def __init__(self, words: Sequence[Word], site: Site) -> None:
        self.words = [word.text for word in words]
        self._site = site
        self._begins: dict[str, int] = {}
        for word in words:
            self._begins.setdefault(word.text, word.begin)
            self._begins.setdefault(word.text.partition("=")[2], word.begin + word.text.find("=") + 1)

    def place(self, word: str) -> Span:
        return self._site.span(self._begins.get(word, 0), word)


def read_shell(text: str, reading: Reading) -> None:
    """A whole script."""
    for number, command in logical_lines(text.split("\n")):
        read_command_line(command, number, reading)


def logical_lines(rows: list[str], first: int = 1) -> Iterator[tuple[int, str]]:
    """Commands without comments; a continued one keeps its line breaks, so that places stay true.

    The bodies of here-documents are left out.
    """
    held, held_at, closer = "", 0, ""
    for number, row in enumerate(rows, start=first):
        if closer:
            closer = "" if row.strip() == closer else closer
            continue
        code = _without_comment(row)
        if heredoc := _HEREDOC.search(code):
            closer = heredoc.group(1)
        held_at = held_at or number
        if code.rstrip().endswith("\\"):
            held += code.rstrip()[:-1] + "\n"
        elif held and not code.strip() and row.strip():
            held += "\n"  # a comment between continued lines
        else:
            if (held + code).strip():
                yield held_at, held + code
            held, held_at = "", 0
    if held.strip():
        yield held_at, held


def _without_comment(row: str) -> str:
    quote = ""
    for at, char in enumerate(row):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char == "#" and (at == 0 or row[at - 1].isspace()):
            return row[:at]
    return row


def read_command_line(text: str, line: int, reading: Reading, column: int = 0) -> None:
    """The simple commands of one logical line that starts at the zero-based column."""
    places, start = Places(text), 0
    for separator in (*_SEPARATOR.finditer(text), None):
        end = separator.start() if separator else len(text)
        part = text[start:end]
        if part.strip():
            begin = start + len(part) - len(part.lstrip())
            _read_simple(part.strip(), Site(places, line, column, begin), reading)
        start = separator.end() if separator else end


def _read_simple(part: str, site: Site, reading: Reading) -> None:
    words = words_of(part)
    exported = bool(words) and words[0].text in ("export", "declare", "local", "readonly")
    at = int(exported)
    while at < len(words) and (assigned := _ASSIGN.match(words[at].text)):
        span = site.span(words[at].begin, words[at].text)
        see_variable(assigned.group(1), assigned.group(2), span, reading)
        at += 1
    at = _past_wrappers(words, at)
    if at < len(words) and not exported:
        _see_program(Command(words[at:], site), reading)


def _past_wrappers(words: Sequence[Word], at: int) -> int:
    while at < len(words) and words[at].text in _WRAPPERS:
        at += 1
        while at < len(words) and (words[at].text.startswith("-") or "=" in words[at].text):
            at += 1
    return at


def _see_program(command: Command, reading: Reading) -> None:
    words, span = command.words, command.place(command.words[0])
    program = words[0].rpartition("/")[2] if "/" in words[0] and not words[0].startswith("./") else words[0]
    reading.see(Kind.PROGRAM, program, span)
    reading.see(Kind.COMMAND, " ".join([program, *words[1:]]), span)
    read_pip_command(words, command.place, reading)
    _see_options(command, reading)
    _see_scripts(words, span.line, reading)


def _see_options(command: Command, reading: Reading) -> None:
    """`--device cuda` and `--device=cuda` are one setting; `-e NAME=value` sets a variable of a container."""
    words = command.words
    for word, following in zip(words[1:], [*words[2:], ""], strict=False):
        span = command.place(word)
        name, equals, value = word.partition("=")
        if word in ("-e", "--env") and (assigned := _ASSIGN.match(following)):
            see_variable(assigned.group(1), assigned.group(2), span, reading)
        elif word.startswith("--"):
            given = value if equals else following
            reading.see(Kind.ARGUMENT, f"{name}={given}", span)


def _see_scripts(words: list[str], line: int, reading: Reading) -> None:
    program = words[0].rpartition("/")[2]
    if _SCRIPT.match(words[0]):
        reading.link(EdgeKind.EXEC, words[0], line)
    if program not in _INTERPRETERS:
        return
    for at, word in enumerate(words[1:], start=1):
        if word == "-m" and at + 1 < len(words):
            reading.link(EdgeKind.EXEC, f"-m {words[at + 1]}", line)
            return
        if _SCRIPT.match(word):
            reading.link(EdgeKind.EXEC, word, line)
            return


def see_variable(name: str, value: str, span: Span, reading: Reading) -> None:
    """An environment variable and its value, unless the value hides all devices."""
    value = value.strip("'\"")
    if not forces_cpu(name, value):
        reading.see(Kind.ENV, name, span)
        reading.see(Kind.SETTING, f"{name}={value}", span)
