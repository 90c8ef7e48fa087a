"""Code and commands that stand in the strings of a program: where they are, and in which language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from migration_engine.model import Span
from migration_engine.scan.embedded import Row
from migration_engine.scan.readers.python.formatted import refuse_endless
from migration_engine.scan.readers.python.strings import text_of
from migration_engine.scan.readers.shell.words import Word
from migration_engine.scan.text import Lines

_RUN = {"exec": "python", "eval": "python", "compile": "python", "timeit.timeit": "python"}
_COMPILED = {
    "cupy.RawKernel": "cuda",
    "cupy.RawModule": "cuda",
    "cupy.ElementwiseKernel": "cuda",
    "cupy.ReductionKernel": "cuda",
    "pycuda.compiler.SourceModule": "cuda",
}
_SOURCES = {"cuda_sources": "cuda", "cpp_sources": "cpp", "cuda_src": "cuda"}
_CUDA = re.compile(
    r"\b__(?:global|device|shared)__\b|#\s*include\s*[<\"](?:cuda|cub|thrust|ATen/cuda|c10/cuda)"
)
_PYTHON = re.compile(r"^[ \t]*(?:import|from)[ \t]+\w", re.MULTILINE)
_OPENING = re.compile(r"[rbuRBU]{0,2}(?:'''|\"\"\"|['\"])")


def code_in(call: ast.Call, called: str) -> Iterator[tuple[ast.Constant, str]]:
    """The strings that a call runs or compiles, each with its language."""
    name = called or getattr(call.func, "id", "")
    if call.args and (language := _RUN.get(name) or _COMPILED.get(name)):
        yield from _constants(call.args[:1], language)
    for keyword in call.keywords:
        if language := _SOURCES.get(keyword.arg or "", ""):
            sources = keyword.value.elts if isinstance(keyword.value, ast.List) else [keyword.value]
            yield from _constants(sources, language)


def _constants(nodes: Sequence[ast.expr], language: str) -> Iterator[tuple[ast.Constant, str]]:
    yield from ((node, language) for node in nodes if isinstance(node, ast.Constant) and text_of(node))


def language_of_code(text: str) -> str:
    """Of a text of several lines: CUDA by its words, Python if it imports something and is well formed."""
    if _CUDA.search(text):
        return "cuda"
    return "python" if _PYTHON.search(text) and _is_python(text) else ""


def _is_python(text: str) -> bool:
    try:
        refuse_endless(text)
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def rows_of(node: ast.Constant, text: str, lines: Lines) -> list[Row]:
    """The rows of a string at their places in the file: written over several lines, or with `\\n` in one."""
    span = lines.span(node)
    opening = _OPENING.match(lines.row(span.line), span.column - 1)
    first = opening.end() if opening else span.column
    parts = text.split("\n")
    height = span.end_line - span.line
    if not height:
        begins = accumulate((len(part) + 2 for part in parts[:-1]), initial=first)
        return [Row(part, span.line, begin) for part, begin in zip(parts, begins, strict=True)]
    skipped = max(0, height + 1 - len(parts))  # a backslash after the opening quotes
    at = [min(span.line + skipped + below, span.end_line) for below in range(len(parts))]
    return [Row(part, line, 0 if line > span.line else first) for part, line in zip(parts, at, strict=True)]


class ElementSite:
    """Words of a command that is written as a list: each stands where its element does."""

    def __init__(self, elements: Sequence[ast.expr], lines: Lines) -> None:
        self._elements, self._lines = elements, lines
        self.words = [Word(text_of(one) or "…", at, quoted=True) for at, one in enumerate(elements)]

    def place(self, word: Word, text: str = "") -> Span:
        return self._lines.span(self._elements[word.begin])

    def rows(self, word: Word) -> list[Row]:
        element = self._elements[word.begin]
        return rows_of(element, word.text, self._lines) if isinstance(element, ast.Constant) else []
