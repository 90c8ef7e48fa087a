"""Reads one Python file: by its tree, or line by line where it does not parse."""

from __future__ import annotations

import ast
import warnings

from migration_engine.scan.python.tolerant import read_imports, read_lines
from migration_engine.scan.python.tree_walk import Walk
from migration_engine.scan.sighting import Reading
from migration_engine.scan.text import Lines


def read_python(text: str, reading: Reading) -> None:
    """Everything sighted in a module that holds candidates."""
    lines = Lines(text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the scanned code, not of ours
            module = ast.parse(text)
        Walk(module, lines, reading).visit(module)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reading.start_over(f"read line by line, its syntax tree cannot be used ({_reason(error)})")
        read_lines(lines, reading)


def read_python_imports(text: str, reading: Reading) -> None:
    """Only the imports: for files in which no rule can match."""
    read_imports(Lines(text), reading)


def _reason(error: Exception) -> str:
    if isinstance(error, SyntaxError):
        return f"{error.msg}, line {error.lineno}"
    return type(error).__name__
