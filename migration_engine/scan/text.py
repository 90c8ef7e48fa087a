"""Lines of a file and positions in them: everything counts from 1, columns in characters."""

from __future__ import annotations

import ast
import codecs
from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeVar

from migration_engine.expression import expression
from migration_engine.model import Span

Answer = TypeVar("Answer")
_UNSTORABLE = expression("[\0\ud800-\udfff]")
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WIDE_MARKS = tuple(mark for mark, _ in _MARKS)
# The area of GB 2312: both bytes are high, as accented Latin letters hardly ever come.
_CHINESE = expression(rb"(?:[\0-\x7f]|[\xa1-\xf7][\xa1-\xfe])*+")


class Lines:
    """The text of a file with what is needed to place things in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._begins: dict[int, list[int]] = {}
        self._is_ascii = text.isascii()

    @cached_property
    def rows(self) -> list[str]:
        return self.text.split("\n")

    def row(self, line: int) -> str:
        return self.rows[line - 1].rstrip("\r") if 0 < line <= len(self.rows) else ""

    def span(self, node: ast.AST) -> Span:
        """The place of a syntax node, whose columns count UTF-8 bytes."""
        line = getattr(node, "lineno", 1)
        end = getattr(node, "end_lineno", None) or line
        return Span(
            line,
            end,
            self._column(line, getattr(node, "col_offset", 0)),
            self._column(end, getattr(node, "end_col_offset", None) or 0),
        )

    def _column(self, line: int, offset: int) -> int:
        if self._is_ascii or (row := self.row(line)).isascii():
            return offset + 1
        if line not in self._begins:  # counted once a line: a bundle may be one line of a million nodes
            self._begins[line] = _byte_offsets(row)
        return bisect_right(self._begins[line], offset)


def _byte_offsets(row: str) -> list[int]:
    """At which UTF-8 byte each character begins, and where the last one ends."""
    offsets = [0]
    for letter in row:
        offsets.append(offsets[-1] + len(letter.encode("utf-8", "replace")))
    return offsets


class Places:
    """Rows and columns of offsets in a text: counted from one offset to the next, mostly a short way."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._offset = self._row = self._start = 0

    def of(self, offset: int) -> tuple[int, int]:
        """Both from zero."""
        step = self._text.count("\n", *sorted((self._offset, offset)))
        if step:
            self._row += step if offset > self._offset else -step
            self._start = self._text.rfind("\n", 0, offset) + 1
        self._offset = offset
        return self._row, offset - self._start


def decoded(data: bytes) -> str:
    """The text without a byte order mark, its lines ended by `\\n` alone."""
    return _decoded(data)[0]


def decoded_by(data: bytes) -> str:
    """The encoding that gave the text."""
    return _decoded(data)[1]


def of_the_last(function: Callable[[bytes], Answer]) -> Callable[[bytes], Answer]:
    """Keeps the answer about the last content, the same object: to hash one takes as long as to ask."""
    kept: list[tuple[bytes, Answer]] = []

    def ask(data: bytes) -> Answer:
        if not kept or kept[0][0] is not data:
            kept[:] = [(data, function(data))]
        return kept[0][1]

    return ask


@of_the_last
def _decoded(data: bytes) -> tuple[str, str]:
    encoding = "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        encoding = encoding_of(data)
        text = data.decode(encoding, "replace")
    text = text.removeprefix("\ufeff").replace("\0", "\ufffd")  # which no database keeps
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text, encoding


def encoding_of(data: bytes) -> str:
    """By its mark; else UTF-8, and what is not: Chinese in two bytes, or Latin, which any bytes are."""
    if data.isascii():
        return "utf-8"
    if marked := next((name for mark, name in _MARKS if data.startswith(mark)), ""):
        return marked
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "gb18030" if _CHINESE.fullmatch(data) else "latin-1"
    return "utf-8"


def as_utf8(data: bytes) -> bytes:
    """Text in wide characters, in which no byte pattern stands, as UTF-8; all else as it is."""
    wide = data.startswith(_WIDE_MARKS)
    return data.decode(encoding_of(data), "replace").encode("utf-8", "replace") if wide else data


def storable(text: str) -> str:
    """The text with a mark for what no database keeps: NUL, and half a surrogate pair of an escape."""
    return text.replace("\0", "\ufffd") if text.isascii() else _UNSTORABLE.sub("\ufffd", text)


def count_lines(data: bytes) -> int:
    return data.count(b"\n") + (0 if not data or data.endswith(b"\n") else 1)


def lines_of(offsets: Iterable[int], data: bytes) -> list[int]:
    """The line of each offset; both are in order."""
    lines, line, counted = [], 1, 0
    for offset in offsets:
        line += data.count(b"\n", counted, offset)
        counted = offset
        lines.append(line)
    return lines


def is_binary(data: bytes) -> bool:
    return b"\0" in data[:8192]
