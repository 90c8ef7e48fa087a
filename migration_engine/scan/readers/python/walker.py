"""What every part of the Python walk shares: where it is, whom an NPU branch serves, what it reports."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar

from migration_engine.model import Confidence
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.python import guards, strings
from migration_engine.scan.readers.python.guards import Siblings
from migration_engine.scan.readers.python.knowledge import Knowledge, knowledge_of
from migration_engine.scan.readers.python.names import Names
from migration_engine.scan.readers.python.words import children_of
from migration_engine.scan.sighting import Reading
from migration_engine.scan.text import Lines

_IMPORTED = r"^[ \t]*(?:import (?:[\w. ]+,[ ]*)*|from ){}\b"


class _Set:
    """Gives an attribute of an object another value for a while."""

    __slots__ = ("_name", "_of", "_outer")

    def __init__(self, of: object, name: str, value: object) -> None:
        self._of, self._name, self._outer = of, name, getattr(of, name)
        setattr(of, name, value)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        setattr(self._of, self._name, self._outer)


class Walker(ast.NodeVisitor):
    """The state of one pass over one module."""

    _visitors: ClassVar[dict[type[ast.AST], Callable[[Any, Any], object]]] = {}
    """Methods by kinds of nodes, for all walks; bound ones would keep each tree alive."""

    def __init__(
        self,
        module: ast.Module,
        lines: Lines,
        reading: Reading,
        clues: Sequence[int] | None = None,
        npu_lines: Sequence[int] | None = None,
    ) -> None:
        """With `clues`, which are lines in order, only what stands on one of them is visited.

        `npu_lines` are all on which an NPU may be named; none where they are not known.
        """
        self.names = Names(module)
        self.lines = lines
        self.clues = clues
        self._lines_of_clues = frozenset(clues or ())
        self.npu_lines = npu_lines
        self.knows_npu = npu_lines != [] and guards.speaks_of_npu(lines.text)
        self.known = knowledge_of(module, npu_lines) if self.knows_npu else Knowledge()
        self.reading = reading
        self.handled = 0
        self.asks = ""
        self.siblings = Siblings()
        self.done: set[int] = set()
        """Ids of nodes that were reported with what stands around them."""

    @cached_property
    def has_torch(self) -> bool:
        return _imports(self.lines.text, "torch")

    @cached_property
    def has_ray(self) -> bool:
        return _imports(self.lines.text, "ray")

    def _is_on_a_clue(self, node: ast.AST) -> bool:
        """Most nodes begin on a line with one, which needs no search."""
        return getattr(node, "lineno", 0) in self._lines_of_clues or guards.on_any(self.clues or (), node)

    def visit(self, node: ast.AST) -> None:
        if self.clues is None or self._is_on_a_clue(node):
            kind = type(node)
            if kind not in self._visitors:
                self._visitors[kind] = getattr(type(self), f"visit_{kind.__name__}", Walker.generic_visit)
            self._visitors[kind](self, node)

    def generic_visit(self, node: ast.AST) -> None:
        self.visit_all(children_of(node))

    def visit_FormattedValue(self, node: ast.FormattedValue) -> None:
        """Until Python 3.12 nobody knows the lines of what is filled in."""
        outer = self.clues, self.npu_lines
        self.clues = self.npu_lines = None
        self.generic_visit(node)
        self.clues, self.npu_lines = outer

    def see(
        self, kind: Kind, symbol: str, node: ast.AST, confidence: Confidence = Confidence.CERTAIN
    ) -> None:
        if not self.reading.wants(kind, symbol[:400]):
            return
        handled = self.handled or (self.siblings.twin_of(symbol) if kind is Kind.API else 0)
        if not handled and self.known.stands_in:
            handled = self.known.stands_in.get(guards.root_of(node), 0)
        self.reading.see(kind, symbol, self.lines.span(node), confidence, handled, self.asks)

    def served(self, line: int) -> _Set:
        """What is seen inside is served by the NPU branch at the line (0: by none but an outer one)."""
        return _Set(self, "handled", line or self.handled)

    def decided_by(self, helper: str) -> _Set:
        """What is seen inside is reached by the answer of a function that another module may define."""
        return _Set(self, "asks", helper or self.asks)

    def visit_all(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)

    def block(self, statements: list[ast.stmt]) -> None:
        """Statements after an NPU branch that leaves the block are the other case."""
        outer = self.siblings
        self.siblings = guards.siblings_in(statements) if self.knows_npu else Siblings()
        with self.served(0):
            for statement in statements:
                self.visit(statement)
                if self.knows_npu and (test := guards.leaving_test(statement)):
                    self.handled = self.npu_line(test) or self.handled
        self.siblings = outer

    def npu_line(self, node: ast.AST) -> int:
        """The line of the first mention of an NPU inside the node, or 0: most modules never mention one."""
        if not self.knows_npu:
            return 0
        silent = self.npu_lines is not None and not guards.on_any(self.npu_lines, node)
        return (0 if silent else guards.npu_line(node)) or self.known.question_in(node)

    def variable(self, name: str, value: str | None, node: ast.AST, confidence: Confidence) -> None:
        """An environment variable, unless its value hides all devices."""
        if strings.forces_cpu(name, value):
            return
        self.see(Kind.ENV, name, node, confidence)
        if value is not None:
            self.see(Kind.SETTING, f"{name}={value}", node, confidence)

    def guess(self) -> Confidence:
        """How sure a method of an unknown object is: torch in the file makes it likely."""
        return Confidence.LIKELY if self.has_torch else Confidence.POSSIBLE

    def tail(self, node: ast.Attribute) -> ast.AST:
        """Only the attribute itself: its object may span many lines."""
        tail = ast.Name(id=node.attr)
        tail.lineno = tail.end_lineno = node.end_lineno or node.lineno
        tail.end_col_offset = node.end_col_offset or 0
        tail.col_offset = max(0, tail.end_col_offset - len(node.attr))
        return tail


def _imports(text: str, package: str) -> bool:
    """Whether the module imports the package anywhere; most are done by looking for the words."""
    for words in (f"\nimport {package}\n", f"\nfrom {package} ", f"\nfrom {package}."):
        if words in text:
            return True
    if not any(f"{word}{package}" in text for word in ("import ", "from ", ", ", ",")):
        return False
    return bool(re.search(_IMPORTED.format(package), text, re.MULTILINE))
