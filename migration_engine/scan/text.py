"""Lines of a file and positions in them: everything counts from 1, columns in characters."""

from __future__ import annotations

import ast

from migration_engine.model import Span


class Lines:
    """The text of a file with what is needed to place things in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.rows = text.split("\n")

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
        row = self.row(line)
        if row.isascii():
            return offset + 1
        return len(row.encode("utf-8", "replace")[:offset].decode("utf-8", "ignore")) + 1


def decoded(data: bytes) -> str:
    """The text without a byte order mark; what is not UTF-8 is replaced, lines stay where they are."""
    text = data.decode("utf-8-sig", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def count_lines(data: bytes) -> int:
    return data.count(b"\n") + (0 if not data or data.endswith(b"\n") else 1)


def is_binary(data: bytes) -> bool:
    return b"\0" in data[:8192]
