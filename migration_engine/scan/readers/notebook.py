"""Reads Jupyter notebooks: their code cells as one Python module, their commands as shell."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from migration_engine.expression import expression
from migration_engine.intake import skips
from migration_engine.scan.embedded import Row, read_inside
from migration_engine.scan.languages import language_of
from migration_engine.scan.readers.notebook_cells import notebook_in
from migration_engine.scan.sighting import Reading

_CELL_MAGIC = expression(r"\s*%%(\w+)[ \t]*(.*)")
_COMMAND = expression(r"(\s*)(?:!{1,2}(?!=)|%(?=pip\b|conda\b)|%env\s+(?=\w+=))(.*)")
_MAGIC = expression(r"(\s*)(?:%\w|[\w.]+\?{1,2}\s*$|\?|[\w, ]+=\s*[!%]\w)")
# Magics of a whole cell that still run it in the kernel.
_AROUND_PYTHON = frozenset({"time", "timeit", "capture", "prun", "debug"})
_OTHER = {
    **dict.fromkeys(("bash", "sh", "shell", "system"), "shell"),
    **dict.fromkeys(("python", "python3", "pypy"), "python"),
    **dict.fromkeys(("cu", "cuda", "nvcc"), "cuda"),
    **dict.fromkeys(("js", "javascript"), "javascript"),
}


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
    kernel, shell = _Rows(), _Rows()
    for cell in notebook.cells:
        _sort(cell, kernel, shell, reading)
    read_inside("shell", shell, reading)
    reading.note = read_inside("python", kernel, reading)


_Rows = list[Row]


def _sort(cell: Sequence[Row], kernel: _Rows, shell: _Rows, reading: Reading) -> None:
    """A cell of the kernel goes to its module, one in another language is read by itself."""
    magic = _CELL_MAGIC.match(cell[0].text) if cell else None
    if magic and magic.group(1) not in _AROUND_PYTHON:
        read_inside(_language(magic.group(1), magic.group(2)), cell[1:], reading)
        return
    command = False
    for row in cell[1 if magic else 0 :]:
        python, ordered = ("", row.text) if command else _part(row.text)
        command = ordered.endswith("\\")
        kernel.append(replace(row, text=python))
        if ordered:
            shell.append(replace(row, text=ordered))


def _language(magic: str, rest: str) -> str:
    """Of a cell that another program runs, or that is written to a file."""
    words = rest.split()
    if magic in ("writefile", "file") and words:
        return language_of(words[-1], b"")
    if magic == "script" and words:
        magic = words[0].rpartition("/")[2]
    return _OTHER.get(magic, "")


def _part(text: str) -> tuple[str, str]:
    """A line as Python and as shell: a command or magic leaves a `pass`, so the block stays whole."""
    if found := _COMMAND.match(text):
        indent, command = found.groups()
        return f"{indent}pass", " " * found.start(2) + command
    if found := _MAGIC.match(text):
        return f"{found.group(1)}pass", ""
    return text, ""
