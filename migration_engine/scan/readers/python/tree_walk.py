"""Walks the syntax tree of a module: scopes and blocks in order, everything else by its kind."""

from __future__ import annotations

import ast

from migration_engine.scan.readers.python import guards
from migration_engine.scan.readers.python.choices import Choices
from migration_engine.scan.readers.python.constants import Constants
from migration_engine.scan.readers.python.guards import Siblings
from migration_engine.scan.readers.python.named import ROUTES
from migration_engine.scan.sighting import PICKER, QUESTION

_Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Walk(Choices, Constants):
    """One pass over one module."""

    def visit_Module(self, node: ast.Module) -> None:
        for one in node.body:
            if isinstance(one, ast.FunctionDef) and (line := self.known.functions.get(one.name)):
                kind = QUESTION if one.name in self.known.questions else PICKER
                self.reading.offer(kind, one.name, "", line)
        self.block(node.body)

    def _scope(self, node: _Defined) -> None:
        serves = False
        for decorator in node.decorator_list:
            self.helper(decorator)
            serves = self.own_route(decorator, ROUTES) or serves
            self.visit(decorator)
        if isinstance(node, ast.ClassDef):
            self.enum_members(node)
            self.visit_all((*node.bases, *node.keywords))
        else:
            if not serves:
                self.definition(node)
            self._signature(node)
        self._inside(node, node.body)

    def _signature(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if self.clues is None or guards.covers(self.clues, node.lineno, node.body[0].lineno):
            self.visit_all((node.args, *filter(None, [node.returns])))

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _scope

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.visit(node.args)
        self.names.enter(node)
        self.visit(node.body)
        self.names.leave()

    def _inside(self, node: _Defined, body: list[ast.stmt]) -> None:
        """A class serves nobody by standing in an NPU branch: what it defines is used elsewhere."""
        handled, siblings = self.handled, self.siblings
        twin = siblings.other_half_of(node.name) or self.known.dispatched.get(node.name, 0)
        self.handled = twin or (0 if isinstance(node, ast.ClassDef) else handled)
        self.siblings = Siblings()
        self.names.enter(node)
        self.block(body)
        self.names.leave()
        self.handled, self.siblings = handled, siblings

    def visit_With(self, node: ast.With | ast.AsyncWith) -> None:
        self.visit_all(node.items)
        self.block(node.body)

    visit_AsyncWith = visit_With

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        """A loop over devices that names the NPU among them serves them all, and who finds none."""
        self.visit_all((node.target, node.iter))
        with self.served(self.npu_line(node.iter) or self.known.listed(node.iter)):
            self.block(node.body)
            self.block(node.orelse)

    visit_AsyncFor = visit_For

    def visit_While(self, node: ast.While) -> None:
        self.visit(node.test)
        self.block(node.body)
        self.block(node.orelse)

    def visit_Try(self, node: ast.Try) -> None:
        """What is done where the NPU's part failed is the other case."""
        self.block(node.body)
        tried = next(filter(None, map(self.npu_line, node.body)), 0)
        for handler in node.handlers:
            self.visit_all(filter(None, [handler.type]))
            with self.served(tried):
                self.block(handler.body)
        self.block(node.orelse)
        self.block(node.finalbody)
