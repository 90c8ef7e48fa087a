"""Says where the rows of a YAML value stand in its file, whatever its style."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from migration_engine.model import Span
from migration_engine.quick_yaml import yaml
from migration_engine.scan.embedded import Row
from migration_engine.scan.readers.shell.words import Word


def span_of(node: yaml.Node) -> Span:
    """A value of several rows is placed where it begins."""
    start, end = node.start_mark, node.end_mark
    if end.line != start.line:
        return Span(start.line + 1, start.line + 1, start.column + 1, start.column + 2)
    return Span(start.line + 1, end.line + 1, start.column + 1, end.column + 1)


def rows_of(node: yaml.ScalarNode, file: Sequence[str]) -> list[Row]:
    """The rows of a text of several, as the file has them; folded ones are continued by a backslash."""
    start, end = node.start_mark, node.end_mark
    quote = int(bool(node.style) and node.style in "'\"")
    if node.style in ("|", ">"):
        return _block(node, file)
    if start.line == end.line:
        texts = str(node.value).split("\n")
        return [Row(text, start.line + 1, start.column + quote) for text in texts]
    whole = [
        (file[line][: end.column - quote] if line == end.line else file[line]) for line in _lines(node, file)
    ]
    rows = [Row(whole[0][start.column + quote :], start.line + 1, start.column + quote)]
    for line, text in enumerate(whole[1:], start=start.line + 2):
        rows.append(Row(text.lstrip(), line, len(text) - len(text.lstrip())))
    return _continued(rows)


def _lines(node: yaml.Node, file: Sequence[str]) -> range:
    return range(node.start_mark.line, min(node.end_mark.line + 1, len(file)))


def _block(node: yaml.ScalarNode, file: Sequence[str]) -> list[Row]:
    last = node.end_mark.line + bool(node.end_mark.column)
    texts = [(line, file[line]) for line in range(node.start_mark.line + 1, min(last, len(file)))]
    indent = next((len(text) - len(text.lstrip()) for _, text in texts if text.strip()), 0)
    rows = []
    for line, text in texts:
        if text.strip() and text[:indent].strip():
            break  # the next key, at whose indentation the block ends
        rows.append(Row(text[indent:], line + 1, indent))
    return rows if node.style == "|" else _continued(rows)


def _continued(rows: list[Row]) -> list[Row]:
    """Folding makes one line of rows that stand at one indentation without a gap."""
    joined = [
        Row(f"{row.text.rstrip()} \\", row.line, row.column)
        if row.text.strip() and following.text.strip() and not row.text.rstrip().endswith("\\")
        else row
        for row, following in pairwise(rows)
    ]
    return [*joined, *rows[-1:]]


class NodeSite:
    """Words that are values of their own; each begins at its position among them."""

    def __init__(self, nodes: Sequence[yaml.ScalarNode], file: Sequence[str]) -> None:
        self._nodes, self._file = nodes, file

    def _node(self, word: Word) -> yaml.ScalarNode:
        return self._nodes[min(word.begin, len(self._nodes) - 1)]

    def place(self, word: Word, text: str = "") -> Span:
        return span_of(self._node(word))

    def rows(self, word: Word) -> list[Row]:
        return rows_of(self._node(word), self._file)
