"""Resolves names through imports and module-valued assignments to full dotted names, scope by scope."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from functools import cached_property
from typing import TypeGuard

from migration_engine.scan.readers.python.strings import text_of

# Functions that give a module or attribute by a constant name.
_IMPORTERS = frozenset({"importlib.import_module", "__import__", "import_module"})

_BY_NAME = frozenset({"getattr", "hasattr", "setattr", "delattr"})
# Questions whose answer is often kept in a name.
_QUESTIONS = frozenset({"torch.cuda.is_available"})

_NAMED = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
    *(ast.ExceptHandler, ast.MatchAs, ast.MatchStar),
)

_BLOCKS = (
    *(ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith),
    *(ast.Try, ast.TryStar),
)

Scoped = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef


class Names:
    """A stack of scopes. A name maps to its dotted meaning, or to nothing when something shadows it."""

    def __init__(self, module: ast.Module) -> None:
        self.stars: list[str] = []
        self._module = module
        self.assigned: set[tuple[str, str]] = set()
        """Names bound by assignments, each with what it stands for."""
        self._scopes: list[dict[str, str]] = [{}]
        self._classes: list[dict[str, str]] = []
        self._bind_body(module.body)

    def enter(self, node: Scoped) -> None:
        self._scopes.append({})
        if isinstance(node, ast.ClassDef):
            self._classes.append(self._scopes[-1])
        if not isinstance(node, ast.Module | ast.ClassDef):
            self._scopes[-1].update(dict.fromkeys(_arguments(node.args), ""))
        if not isinstance(node, ast.Lambda):
            self._bind_body(node.body)
        if isinstance(node, ast.ClassDef):
            self._bind_members(node)

    def leave(self) -> None:
        scope = self._scopes.pop()
        if self._classes and self._classes[-1] is scope:
            self._classes.pop()

    def starred(self, name: str) -> Iterator[str]:
        """What a name that nothing in the module binds may stand for after `from torch.cuda import *`."""
        if self.stars and name not in self._bound:
            yield from (f"{module}.{name}" for module in self.stars)

    @cached_property
    def _bound(self) -> frozenset[str]:
        return frozenset(dir(builtins)).union(*map(_bound_by, ast.walk(self._module)))

    def resolve(self, node: ast.expr) -> str:
        """The dotted name that an expression stands for, or an empty string."""
        if isinstance(node, ast.Name):
            return self._lookup(node.id)
        if isinstance(node, ast.Attribute):
            base = self.resolve(node.value)
            return f"{base}.{node.attr}" if base else self._of_class(node)
        if isinstance(node, ast.Call):
            return self._dynamic(node)
        return ""

    def _of_class(self, node: ast.Attribute) -> str:
        """What `self.gpu` stands for where the class or its `__init__` says `gpu = torch.cuda`."""
        if self._classes and isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
            return self._classes[-1].get(node.attr, "")
        return ""

    def _lookup(self, name: str) -> str:
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
        return ""

    def _dynamic(self, node: ast.Call) -> str:
        """getattr(torch, "cuda"), hasattr(torch, "cuda") and import_module("torch.cuda")."""
        texts = [text_of(argument) or "" for argument in node.args[:2]]
        if not any(texts):
            return ""
        function = node.func
        if isinstance(function, ast.Name) and function.id in _BY_NAME:
            base = self.resolve(node.args[0])
            return f"{base}.{texts[1]}" if base and texts[-1].isidentifier() and texts[1:] else ""
        called = self.resolve(function) or (function.id if isinstance(function, ast.Name) else "")
        return texts[0] if called in _IMPORTERS else ""

    def _wrapped(self, value: ast.expr) -> str:
        """What `partial(torch.cuda.synchronize, 0)` calls."""
        if not isinstance(value, ast.Call) or not value.args:
            return ""
        return self.resolve(value.args[0]) if self.resolve(value.func) == "functools.partial" else ""

    def _answer(self, value: ast.expr) -> str:
        """`ok = torch.cuda.is_available()`: where it is asked is the place, not where it is used."""
        called = self.resolve(value.func) if isinstance(value, ast.Call) else ""
        return "answer" if called in _QUESTIONS else ""

    def _bind_body(self, body: list[ast.stmt]) -> None:
        """All imports of the scope first, so that use before definition in the text still resolves."""
        statements = list(_own_statements(body))
        for statement in statements:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                self._bind_import(statement)
        for statement in statements:
            if isinstance(statement, ast.Assign | ast.AnnAssign):
                self._bind_assignment(statement)

    def _bind_members(self, node: ast.ClassDef) -> None:
        """`self.gpu = torch.cuda` of `__init__`, as if the class had said it."""
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and method.name == "__init__":
                for given in filter(_gives_member, _own_statements(method.body)):
                    self._bind_member(given)

    def _bind_member(self, given: ast.Assign) -> None:
        name = ast.unparse(given.targets[0]).removeprefix("self.")
        if dotted := self.resolve(given.value):
            self._scopes[-1].setdefault(name, dotted)
            self.assigned.add((name, dotted))

    def _bind_import(self, statement: ast.Import | ast.ImportFrom) -> None:
        scope = self._scopes[-1]
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                top = alias.name.partition(".")[0]
                scope[alias.asname or top] = alias.name if alias.asname else top
        elif not statement.level and statement.module:
            for alias in statement.names:
                if alias.name == "*":
                    self.stars.append(statement.module)
                else:
                    scope[alias.asname or alias.name] = f"{statement.module}.{alias.name}"

    def _bind_assignment(self, statement: ast.Assign | ast.AnnAssign) -> None:
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        value = statement.value
        if len(targets) != 1 or not isinstance(targets[0], ast.Name) or value is None:
            return
        dotted = self.resolve(value) or self._wrapped(value) or self._answer(value)
        if dotted and targets[0].id not in self._scopes[-1]:
            self._scopes[-1][targets[0].id] = dotted
            self.assigned.add((targets[0].id, dotted))


def _bound_by(node: ast.AST) -> tuple[str, ...]:
    """Names that this node alone binds, in whatever scope."""
    if isinstance(node, ast.Name):
        return () if isinstance(node.ctx, ast.Load) else (node.id,)
    if isinstance(node, ast.arguments):
        return tuple(_arguments(node))
    if isinstance(node, ast.alias):
        return ((node.asname or node.name).partition(".")[0],)
    if isinstance(node, _NAMED):
        return (node.name,) if node.name else ()
    return ()


def _arguments(arguments: ast.arguments) -> Iterator[str]:
    for group in (arguments.posonlyargs, arguments.args, arguments.kwonlyargs):
        yield from (argument.arg for argument in group)
    yield from (argument.arg for argument in (arguments.vararg, arguments.kwarg) if argument)


def is_own(node: ast.expr) -> bool:
    """`self.gpu` as the target of an assignment: a name that is given, not used."""
    if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Store):
        return False
    return isinstance(node.value, ast.Name) and node.value.id == "self"


def _gives_member(statement: ast.stmt) -> TypeGuard[ast.Assign]:
    return isinstance(statement, ast.Assign) and is_own(statement.targets[0])


def _own_statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements of this scope, also inside if, try, with and loops, but not inside functions or classes."""
    waiting = list(reversed(body))
    while waiting:
        statement = waiting.pop()
        yield statement
        if not isinstance(statement, _BLOCKS):
            continue
        for field in ("body", "orelse", "finalbody"):
            waiting.extend(reversed(getattr(statement, field, [])))
        for handler in getattr(statement, "handlers", []):
            waiting.extend(reversed(handler.body))
