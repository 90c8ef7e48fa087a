"""Finds the lines of code in a Jupyter notebook, each with its place in the file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from migration_engine.expression import expression
from migration_engine.scan.embedded import Row
from migration_engine.scan.text import Places
from migration_engine.value import Value

_STRING = expression(r'"(?:[^"\\\n]++|\\.)*+"')
_SOURCE_KEYS = ("source", "input")  # "input" until version 3 of the format


class Notebook(Value, frozen=True):
    """The code cells in order, and the language of the kernel that runs them."""

    language: str
    cells: tuple[tuple[Row, ...], ...]


def notebook_in(text: str) -> Notebook:
    """Raises ValueError when it is no notebook."""
    document = json.loads(text)
    if not isinstance(document, dict):
        raise ValueError("no notebook")
    strings = _Strings(text)
    cells = []
    for cell in _cells(document):
        chunks = _chunks(cell)
        located = strings.located(chunks)  # prose, too: so the search for the next cell begins behind it
        if cell.get("cell_type") == "code":
            cells.append(tuple(_lines(chunks, located)))
    return Notebook(_language(document), tuple(cells))


def _cells(document: dict[str, object]) -> Iterator[dict[str, object]]:
    sheets = document.get("worksheets")
    for holder in (document, *(sheets if isinstance(sheets, list) else ())):
        cells = holder.get("cells") if isinstance(holder, dict) else None
        yield from (cell for cell in cells if isinstance(cell, dict)) if isinstance(cells, list) else ()


def _chunks(cell: dict[str, object]) -> list[str]:
    source = next((cell[key] for key in _SOURCE_KEYS if key in cell), [])
    chunks = source if isinstance(source, list) else [source]
    return [chunk for chunk in chunks if isinstance(chunk, str)]


def _language(document: dict[str, object]) -> str:
    metadata = document.get("metadata")
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        told = metadata.get(key) if isinstance(metadata, dict) else None
        if isinstance(told, dict) and isinstance(told.get(name), str):
            return str(told[name]).lower()
    return "python"


def _lines(chunks: Sequence[str], located: Sequence[tuple[int, int]]) -> Iterator[Row]:
    for chunk, (line, column) in zip(chunks, located, strict=True):
        begin = column + 1
        for row in chunk.removesuffix("\n").split("\n"):
            # A return inside a line would be a line of its own to Python, but is none here.
            yield Row(row.rstrip("\r").replace("\r", " "), line, begin)
            begin += len(row) + len("\\n")


class _Strings:
    """All strings of the file in order; cells are found by walking through them once."""

    def __init__(self, text: str) -> None:
        places = Places(text)
        found = tuple(_STRING.finditer(text))
        self._values = [json.loads(one.group(), strict=False) for one in found]
        self._places = [places.of(one.start()) for one in found]
        self._next = 0

    def located(self, chunks: Sequence[str]) -> list[tuple[int, int]]:
        """Line from 1 and column from 0 of each chunk, which follow each other behind their key.

        Once a cell is not found, no later one is looked for: each would cost a walk to the end.
        """
        if not chunks:
            return []
        for at in range(self._next, len(self._values) - len(chunks)):
            if self._values[at] in _SOURCE_KEYS and self._holds(at + 1, chunks):
                self._next = at + 1 + len(chunks)
                return [(row + 1, column) for row, column in self._places[at + 1 : self._next]]
        self._next = len(self._values)
        return [(1, 0)] * len(chunks)

    def _holds(self, at: int, chunks: Sequence[str]) -> bool:
        return all(self._values[at + step] == chunk for step, chunk in enumerate(chunks))
