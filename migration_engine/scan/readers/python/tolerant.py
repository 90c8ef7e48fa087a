"""Reads Python line by line, without a syntax tree: imports of any file, and all of a file that is broken."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migration_engine.model import Confidence, EdgeKind
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.python.strings import DEVICE, ENV_NAME, URL
from migration_engine.scan.sighting import Reading, on_line
from migration_engine.scan.text import Lines

_IMPORT = re.compile(r"^\s*import\s+([\w.]+(?:\s+as\s+\w+)?(?:\s*,\s*[\w.]+(?:\s+as\s+\w+)?)*)")
_FROM = re.compile(r"^\s*from\s+(\.*[\w.]*)\s+import\s+(.*)")
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_STRING = re.compile(r"[rbuf]{0,2}(?:'([^'\n]{0,200})'|\"([^\"\n]{0,200})\")")
_TRIPLE = re.compile(r"'''|\"\"\"")


def read_imports(lines: Lines, reading: Reading) -> dict[str, str]:
    """Links for all import lines; returns what each imported name stands for."""
    names: dict[str, str] = {}
    for number, row in code_rows(lines):
        if found := _IMPORT.match(row):
            for part in found.group(1).split(","):
                _bind(names, part.strip(), "")
                reading.link(EdgeKind.IMPORT, part.split()[0], number)
        elif found := _FROM.match(row):
            module, tail = found.groups()
            parts = _imported_names(tail, lines, number)
            for part in parts:
                _bind(names, part, module)
            reading.link(EdgeKind.IMPORT, module, number, tuple(part.split()[0] for part in parts))
    return names


def _imported_names(tail: str, lines: Lines, number: int) -> list[str]:
    """The names after `import`, also when a bracket carries them over several lines."""
    if "(" in tail and ")" not in tail:
        following = lines.rows[number : number + 60]
        stop = next((at for at, row in enumerate(following) if ")" in row), len(following) - 1)
        tail = " ".join([tail, *(row.partition("#")[0] for row in following[: stop + 1])])
    inner = tail.partition("#")[0].replace("(", " ").partition(")")[0]
    return [part.strip() for part in inner.split(",") if re.match(r"\s*[\w*]", part)]


def _bind(names: dict[str, str], part: str, module: str) -> None:
    name, _, alias = part.partition(" as ")
    dotted = f"{module}.{name.strip()}" if module else name.strip()
    if alias:
        names[alias.strip()] = dotted
    elif module:
        names[name.strip()] = dotted
    else:
        names[name.partition(".")[0]] = name.partition(".")[0]


def read_lines(lines: Lines, reading: Reading) -> None:
    """Names and strings of every line that is no comment; less certain than a tree."""
    names = read_imports(lines, reading)
    for link in tuple(reading.links):
        row = lines.row(link.line)
        reading.see(Kind.IMPORT, link.target, on_line(link.line, 0, row), Confidence.LIKELY)
    for number, row in code_rows(lines):
        for found in _DOTTED.finditer(_STRING.sub(lambda one: " " * len(one.group()), row)):
            head, _, rest = found.group().partition(".")
            dotted = ".".join(filter(None, (names.get(head, ""), rest)))
            if head in names and "." in dotted:
                reading.see(
                    Kind.API, dotted, on_line(number, found.start(), found.group()), Confidence.LIKELY
                )
            elif rest.endswith("cuda") and row[found.end() : found.end() + 1] == "(":
                reading.see(
                    Kind.METHOD, "cuda", on_line(number, found.end() - 4, "cuda"), Confidence.POSSIBLE
                )
        for found in _STRING.finditer(row):
            _see_string(found, number, reading)


def _see_string(found: re.Match[str], number: int, reading: Reading) -> None:
    text = found.group(1) or found.group(2) or ""
    kind = Kind.STRING
    if DEVICE.match(text):
        kind = Kind.DEVICE
    elif URL.match(text):
        kind = Kind.URL
    elif ENV_NAME.match(text):
        kind = Kind.ENV
    reading.see(kind, text, on_line(number, found.start(), found.group()), Confidence.LIKELY)


def code_rows(lines: Lines) -> Iterator[tuple[int, str]]:
    """Rows outside triple-quoted strings, without comments."""
    closer = ""
    for number, row in enumerate(lines.rows, start=1):
        if closer:
            if closer in row:
                closer = ""
            continue
        code = _without_comment(row)
        marks = _TRIPLE.findall(code) if "'''" in code or '"""' in code else []
        if len(marks) % 2:
            closer = marks[-1]
            continue
        yield number, code


def _without_comment(row: str) -> str:
    if "#" not in row:
        return row
    blank = _STRING.sub(lambda one: "_" * len(one.group()), row)
    return row[: blank.find("#")] if "#" in blank else row
