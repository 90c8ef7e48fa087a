"""Walks the syntax tree of a module: scopes and blocks in order, everything else by its kind."""

from __future__ import annotations

import ast

from migration_engine.scan.python.choices import Choices
from migration_engine.scan.python.constants import Constants
from migration_engine.scan.python.guards import Siblings
from migration_engine.scan.python.names import Scoped


class Walk(Choices, Constants):
    """One pass over one module."""

    def visit_Module(self, node: ast.Module) -> None:
        self.block(node.body)

    def _scope(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        for decorator in node.decorator_list:
            self.helper(decorator)
            self.visit(decorator)
        if isinstance(node, ast.ClassDef):
            self.enum_members(node)
            self.visit_all((*node.bases, *node.keywords))
        else:
            self.definition(node)
            self.visit_all((node.args, *filter(None, [node.returns])))
        self._inside(node, node.body)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _scope

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.visit(node.args)
        self.names.enter(node)
        self.visit(node.body)
        self.names.leave()

    def _inside(self, node: Scoped, body: list[ast.stmt]) -> None:
        """A class serves nobody by standing in an NPU branch: what it defines is used elsewhere."""
        handled, siblings = self.handled, self.siblings
        self.handled = 0 if isinstance(node, ast.ClassDef) else handled
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
        self.visit_all((node.target, node.iter))
        self.block(node.body)
        self.block(node.orelse)

    visit_AsyncFor = visit_For

    def visit_While(self, node: ast.While) -> None:
        self.visit(node.test)
        self.block(node.body)
        self.block(node.orelse)

    def visit_Try(self, node: ast.Try) -> None:
        self.block(node.body)
        for handler in node.handlers:
            self.visit_all(filter(None, [handler.type]))
            self.block(handler.body)
        self.block(node.orelse)
        self.block(node.finalbody)
