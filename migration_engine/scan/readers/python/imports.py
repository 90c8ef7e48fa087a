"""Reads the import statements of a Python text, whose places are known, without parsing it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from migration_engine.scan.readers.python.blocks import Strings

_FROM = re.compile(r"from\s*(\.[.\s]*[\w.]*|[\w.]+)\s+import\b\s*(.*)", re.DOTALL)
_PLAIN = re.compile(r"import\s+(.*)", re.DOTALL)
_NAME = re.compile(r"([\w.]+|\*)(?:\s+as\s+(\w+))?$")
_COMMENT = re.compile(rb"#[^\n]*")


@dataclass(frozen=True, slots=True)
class Import:
    """One statement: `module` is empty for a plain import; each name comes with what it is bound to."""

    line: int
    module: str
    names: tuple[tuple[str, str], ...]

    def meanings(self) -> Iterator[tuple[str, str]]:
        """Each bound name with the dotted name that it stands for; none of what is relative."""
        if self.module.startswith("."):
            return
        for name, bound in self.names:
            if self.module:
                yield bound or name, f"{self.module}.{name}"
            else:
                top = name.partition(".")[0]
                yield bound or top, name if bound else top


def imports_in(source: bytes, offsets: Sequence[int], strings: Strings) -> list[Import]:
    """The statements at the offsets, which are those of the blank behind the keyword."""
    found: list[Import] = []
    line, counted = 1, 0
    for offset in offsets:
        begin = offset - (6 if source[offset - 6 : offset] == b"import" else 4)
        if strings.around(begin) or not _is_code(source, begin):
            continue
        line += source.count(b"\n", counted, begin)
        counted = begin
        if statement := _parsed(_statement(source, begin), line):
            found.append(statement)
    return found


def _is_code(source: bytes, begin: int) -> bool:
    """Behind a `:` or `;` it may be prose of a comment or string."""
    before = source[source.rfind(b"\n", 0, begin) + 1 : begin]
    if not before.strip():
        return True
    return b"#" not in before and before.count(b'"') % 2 == 0 and before.count(b"'") % 2 == 0


def _statement(source: bytes, begin: int) -> str:
    """The whole statement on one line, without brackets and comments."""
    end = _line_end(source, begin)
    text = _COMMENT.sub(b"", source[begin:end])
    if b"(" in text:
        while b")" not in text and end < len(source):
            start, end = end, _line_end(source, end + 1)
            text += _COMMENT.sub(b"", source[start:end])
        text = text.partition(b")")[0].replace(b"(", b" ")
    while text.rstrip().endswith(b"\\") and end < len(source):
        start, end = end, _line_end(source, end + 1)
        text = text.rstrip()[:-1] + _COMMENT.sub(b"", source[start:end])
    return text.partition(b";")[0].decode("utf-8", "replace")


def _line_end(source: bytes, start: int) -> int:
    end = source.find(b"\n", start)
    return end if end >= 0 else len(source)


def _parsed(statement: str, line: int) -> Import | None:
    if found := _FROM.match(statement):
        module = "".join(found.group(1).split())
        names = _names(found.group(2))
        return Import(line, module, names) if names else None
    if found := _PLAIN.match(statement):
        names = _names(found.group(1))
        return Import(line, "", names) if names else None
    return None


def _names(text: str) -> tuple[tuple[str, str], ...]:
    """Empty where it turns out to be no import."""
    names = []
    for part in text.split(","):
        stripped = part.strip()
        if not stripped:
            continue
        found = _NAME.match(stripped)
        if not found:
            return ()
        names.append((found.group(1), found.group(2) or ""))
    return tuple(names)
