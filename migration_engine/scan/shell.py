"""Reads shell: variables that are set, programs that are run, scripts that are called."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from migration_engine.model import EdgeKind, Span
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.python.strings import forces_cpu
from migration_engine.scan.requirements import read_pip_command
from migration_engine.scan.sighting import Reading, on_line

_ASSIGN = re.compile(r"^([A-Za-z_]\w*)=(.*)$", re.DOTALL)
_SEPARATOR = re.compile(r"\s*(?:&&|\|\||;|\||\bthen\b|\bdo\b|\belse\b|\$\(|`|\(|\))\s*")
_WRAPPERS = frozenset(
    {"sudo", "exec", "nohup", "time", "env", "command", "numactl", "timeout", "if", "while", "!"}
)
_SCRIPT = re.compile(r"^(?:\./)?[\w./-]+\.(?:py|sh|bash)$")
_INTERPRETERS = frozenset(
    {"python", "python3", "bash", "sh", "source", ".", "torchrun", "deepspeed", "accelerate"}
)
_HEREDOC = re.compile(r"<<-?\s*['\"]?(\w+)['\"]?")


@dataclass(frozen=True, slots=True)
class Command:
    """A simple command at its place."""

    text: str
    words: list[str]
    line: int
    column: int

    def place(self, word: str) -> Span:
        row, at = placed(self.text, max(0, self.text.find(word)))
        return on_line(self.line + row, at + (self.column if not row else 0), word)


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
    start = 0
    for separator in (*_SEPARATOR.finditer(text), None):
        end = separator.start() if separator else len(text)
        part = text[start:end]
        if part.strip():
            begin = start + len(part) - len(part.lstrip())
            row, at = placed(text, begin)
            _read_simple(part.strip(), line + row, at + (column if not row else 0), reading)
        start = separator.end() if separator else end


def placed(text: str, offset: int) -> tuple[int, int]:
    """Rows and columns from the start of the text."""
    return text.count("\n", 0, offset), offset - (text.rfind("\n", 0, offset) + 1)


def _read_simple(part: str, line: int, column: int, reading: Reading) -> None:
    words = _words(part)
    exported = bool(words) and words[0] in ("export", "declare", "local", "readonly")
    words = words[1:] if exported else words
    while words and (assigned := _ASSIGN.match(words[0])):
        at = max(0, part.find(assigned.group(1) + "="))
        see_variable(assigned.group(1), assigned.group(2), on_line(line, column + at, words[0]), reading)
        words = words[1:]
    words = [] if exported else [*_past_wrappers(words)]
    if words:
        _see_program(Command(part, words, line, column), reading)


def _past_wrappers(words: list[str]) -> list[str]:
    while words and words[0] in _WRAPPERS:
        words = words[1:]
        while words and (words[0].startswith("-") or "=" in words[0]):
            words = words[1:]
    return words


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


def _words(part: str) -> list[str]:
    try:
        return shlex.split(part, comments=False, posix=True)
    except ValueError:  # an open quote: the string goes on in the next line
        return part.split()
