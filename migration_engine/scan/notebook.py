"""Reads Jupyter notebooks: their code cells as one Python module, their commands as shell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from migration_engine.intake import skips
from migration_engine.model import Span
from migration_engine.scan.notebook_cells import CodeLine, notebook_in
from migration_engine.scan.python.reader import read_python
from migration_engine.scan.shell import read_shell
from migration_engine.scan.sighting import Reading

_CELL_MAGIC = re.compile(r"\s*%%(\w+)")
_COMMAND = re.compile(r"(\s*)(?:!{1,2}(?!=)|%(?=pip\b|conda\b)|%env\s+(?=\w+=))(.*)")
_MAGIC = re.compile(r"(\s*)(?:%\w|[\w.]+\?{1,2}\s*$|\?|[\w, ]+=\s*[!%]\w)")
_SHELLS = frozenset({"bash", "sh", "shell", "script"})
# Magics of a whole cell that still run it as Python.
_AROUND_PYTHON = frozenset({"time", "timeit", "capture", "prun", "python", "python3", "debug"})


def read_notebook(text: str, reading: Reading) -> None:
    """Everything sighted in the code cells; outputs and prose are left out."""
    try:
        notebook = notebook_in(text)
    except (ValueError, RecursionError) as error:
        reading.note = skips.NO_JSON.format(error)
        return
    if not notebook.language.startswith(("python", "ipython")):
        reading.note = skips.NO_READER
        return
    lines = [line for cell in notebook.cells for line in cell]
    parts = [part for cell in notebook.cells for part in _parts(cell)]
    _read(read_shell, [shell for _, shell in parts], lines, reading)
    _read(read_python, [python for python, _ in parts], lines, reading)


def _parts(cell: Sequence[CodeLine]) -> Iterator[tuple[str, str]]:
    """Each line as Python and as shell, one of them empty, both in the columns of the cell."""
    magic = _CELL_MAGIC.match(cell[0].text) if cell else None
    name = magic.group(1) if magic else "python"
    if magic:
        yield "", ""
    command = False
    for line in cell[1 if magic else 0 :]:
        if name in _SHELLS:
            yield "", line.text
        elif name not in _AROUND_PYTHON:
            yield "", ""
        else:
            python, shell = ("", line.text) if command else _part(line.text)
            command = shell.endswith("\\")
            yield python, shell


def _part(text: str) -> tuple[str, str]:
    """A command or magic leaves a `pass`, so that the block around it stays whole."""
    if found := _COMMAND.match(text):
        indent, command = found.groups()
        return f"{indent}pass", " " * found.start(2) + command
    if found := _MAGIC.match(text):
        return f"{found.group(1)}pass", ""
    return text, ""


def _read(
    read: Callable[[str, Reading], None], rows: Sequence[str], lines: Sequence[CodeLine], reading: Reading
) -> None:
    """Read the rows, and put what was sighted where the file has them."""
    inner = Reading(wants=reading.wants)
    read("\n".join(rows), inner)
    reading.sights += [
        replace(sight, span=_in_file(sight.span, lines), handled_at=_line(sight.handled_at, lines))
        for sight in inner.sights
    ]
    reading.links += [replace(link, line=_line(link.line, lines)) for link in inner.links]
    reading.note = reading.note or inner.note
    reading.automatic_from = reading.automatic_from or _line(inner.automatic_from, lines)


def _line(number: int, lines: Sequence[CodeLine]) -> int:
    return _at(number, lines).line if number else 0


def _at(number: int, lines: Sequence[CodeLine]) -> CodeLine:
    return lines[min(number, len(lines)) - 1]


def _in_file(span: Span, lines: Sequence[CodeLine]) -> Span:
    first, last = _at(span.line, lines), _at(span.end_line, lines)
    return Span(first.line, last.line, first.column + span.column, last.column + span.end_column)
