"""Reads shell: variables that are set or asked, programs that are run, code that stands inside."""

from __future__ import annotations

import re

from msgspec.structs import replace

from migration_engine.expression import expression
from migration_engine.model import Confidence, Span
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.embedded import Row, read_inside
from migration_engine.scan.readers.shell.branches import Branches, branches_of
from migration_engine.scan.readers.shell.commands import RowSite, read_command
from migration_engine.scan.readers.shell.lines import Body, LogicalLine, logical_lines
from migration_engine.scan.readers.shell.words import simple_commands
from migration_engine.scan.sighting import Reading, Sight

_ASKED = expression(r"\$\{?([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b(?!\}?=)")
_DIRECTIVE = expression(r"\s*#(SBATCH|BSUB|PBS)(?=\s)")
_QUEUES = {"SBATCH": "sbatch", "BSUB": "bsub", "PBS": "qsub"}
_SEPARATOR = expression(r"&&|\|\||;|\n")
_WRITES = expression(r"\s*(?:sudo\s+)?(?:cat|tee|echo|printf)\b")
_RUNS_BODY = (
    ("python", expression(r"\bpython[\d.]*\b")),
    ("shell", expression(r"\b(?:ba|z|da)?sh\b|\bssh\b|\bsrun\b")),
    ("kubernetes", expression(r"\bkubectl\b|\bhelm\b")),
)


def read_shell(text: str, reading: Reading) -> None:
    """A whole script, with the programs that stand inside it."""
    lines = list(logical_lines(text))
    branches = branches_of(text, lines)
    for line in lines:
        before = len(reading.sights)
        _read_line(line, reading)
        reading.sights[before:] = [_served(sight, branches) for sight in reading.sights[before:]]


def _served(sight: Sight, branches: Branches) -> Sight:
    at = branches.handled_at(sight.span.line)
    return replace(sight, handled_at=at) if at and not sight.handled_at else sight


def _read_line(line: LogicalLine, reading: Reading) -> None:
    text, before = line.text, len(reading.sights)
    site = RowSite([Row(row, line.line + at) for at, row in enumerate(text.split("\n"))])
    if directive := _DIRECTIVE.match(text):
        text = _as_command(text, directive)
    for words in simple_commands(text):
        if words:
            read_command(words, site, reading)
    for body in line.bodies:
        read_inside(_language(text, body), body.rows, reading)
    if "$" in text:
        _see_asked(text, site, reading, reading.sights[before:])


def _see_asked(text: str, site: RowSite, reading: Reading, seen: list[Sight]) -> None:
    """Variables whose value is used; not those that a sighted assignment uses, which is one place."""
    for asked in _ASKED.finditer(text):
        name = asked.group(1)
        if reading.wants(Kind.ENV, name):
            span = site.span(asked.start(1), name)
            if not any(_covers(sight.span, span) for sight in seen if sight.kind is Kind.ENV):
                reading.see(Kind.ENV, name, span, Confidence.LIKELY)


def _covers(outer: Span, inner: Span) -> bool:
    return outer.line == inner.line and outer.column <= inner.column < outer.end_column


def _as_command(text: str, directive: re.Match[str]) -> str:
    """`#SBATCH --gres=gpu:1` as the option of `sbatch` that it is, in the same columns."""
    queue = directive.group(1)
    return text[: directive.start(1) - 1] + _QUEUES[queue].ljust(len(queue) + 1) + text[directive.end() :]


def _language(text: str, body: Body) -> str:
    """Of a here-document: that of the program which reads it; a text that is only written is none."""
    before = _SEPARATOR.split(text[: body.begin])[-1]
    after = _SEPARATOR.split(text[body.begin :])[0]
    if not before.strip() and not re.search(r"[|>]", after):
        return _by_first_row(body)
    readers = [part for part in f"{before}{after}".split("|") if not _WRITES.match(part)]
    return next(
        (language for language, program in _RUNS_BODY if any(map(program.search, readers))),
        "",
    )


def _by_first_row(body: Body) -> str:
    """`RUN <<EOF` of a container file runs its text by the shell, or by the program that it names."""
    first = body.rows[0].text if body.rows else ""
    return "python" if first.startswith("#!") and "python" in first else "shell"
