"""What a module tells about NPUs outside the branch at hand: names, functions and tables that know one."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from migration_engine.scan.readers.python.guards import names_device, names_npu, npu_line, on_any
from migration_engine.scan.readers.python.strings import DEVICE, text_of
from migration_engine.scan.readers.python.words import children_of, last_name, nodes_in
from migration_engine.value import Value

_LONGEST = 40
"""Statements of a function that still is a helper and no program."""


class Knowledge(Value, frozen=True):
    """Names with the line on which each gets to know an NPU."""

    questions: Mapping[str, int] = msgspec.field(default_factory=dict)
    """True for NPU alone: `HAS_CHIP = find_spec("torch_npu") is not None`."""
    pickers: Mapping[str, int] = msgspec.field(default_factory=dict)
    """Functions and lists that name an NPU beside other devices."""
    functions: Mapping[str, int] = msgspec.field(default_factory=dict)
    """Functions among them, of both kinds: what other modules may call."""
    dispatched: Mapping[str, int] = msgspec.field(default_factory=dict)
    """Functions that a table offers beside one for the NPU."""
    stands_in: Mapping[str, int] = msgspec.field(default_factory=dict)
    """Names for which something of the NPU is imported: `from pyhccl import PyHccl as PyNccl`."""

    def question_in(self, test: ast.AST) -> int:
        """The line of the first question about an NPU that the test asks under another name."""
        if not self.questions:
            return 0
        return next(filter(None, (self.questions.get(name, 0) for name in map(last_name, nodes_in(test)))), 0)

    def listed(self, node: ast.AST) -> int:
        """The line of a list that names the NPU among devices, by the list's name."""
        return self.pickers.get(node.id, 0) if isinstance(node, ast.Name) else 0

    def picked_in(self, test: ast.AST) -> int:
        """The line at which what is compared with a device got to know NPUs: `pick() == "cuda"`."""
        asked = compared_helper(test) if self.pickers else ""
        return self.pickers.get(asked, 0) if asked else 0


def knowledge_of(module: ast.Module, npu_lines: Sequence[int] | None = None) -> Knowledge:
    """One pass over a module that speaks of NPUs; only on the given lines, if they are known."""
    questions: dict[str, int] = {}
    pickers: dict[str, int] = {}
    functions: dict[str, int] = {}
    dispatched: dict[str, int] = {}
    stands_in: dict[str, int] = {}
    for node in nodes_in(module) if npu_lines is None else _covering(module, npu_lines):
        for name, line, alone in _told_by(node):
            (questions if alone else pickers).setdefault(name, line)
            if not isinstance(node, ast.Assign):
                functions.setdefault(name, line)
        if isinstance(node, ast.Dict):
            dispatched.update(_table(node))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            stands_in.update(_renamed(node))
    return Knowledge(questions, pickers, functions, dispatched, stands_in)


def _covering(module: ast.Module, lines: Sequence[int]) -> Iterator[ast.AST]:
    """All nodes on the lines, in the order of `ast.walk`."""
    waiting: deque[ast.AST] = deque([module])
    while waiting:
        node = waiting.popleft()
        if on_any(lines, node):
            yield node
            waiting.extend(children_of(node))


def compared_helper(test: ast.AST) -> str:
    """`pick` of `pick() == "cuda"`: the function whose answer is compared with a device."""
    if not isinstance(test, ast.Compare):
        return ""
    sides = (test.left, *test.comparators)
    if not any(DEVICE.match(text_of(side) or "") for side in sides):
        return ""
    called = (called_helper(side) for side in sides)
    return next(filter(None, called), "")


def decider(chain: Sequence[ast.If], index: int) -> str:
    """The function whose answer leads to a branch: `pick==` compared there, `ask` where it answers no."""
    own = chain[index].test if index < len(chain) else None
    if own is not None and (compared := compared_helper(own)):
        return f"{compared}=="
    if isinstance(own, ast.UnaryOp) and isinstance(own.op, ast.Not):
        return called_helper(own.operand)
    return next(filter(None, (called_helper(link.test) for link in chain[:index])), "")


def called_helper(node: ast.AST) -> str:
    """`pick` of `pick()`, `str(pick())`, `devices.pick()` and `pick().type`."""
    while isinstance(node, ast.Attribute):
        node = node.value
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Name) and node.func.id in ("str", "int", "bool") and node.args:
        return called_helper(node.args[0])
    return last_name(node.func)


def _told_by(node: ast.AST) -> Iterator[tuple[str, int, bool]]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        if (node.end_lineno or 0) - node.lineno <= _LONGEST and _answers(node):
            body = ast.Module(node.body[1:] if ast.get_docstring(node, clean=False) else node.body, [])
            if line := npu_line(body):
                yield node.name, line, not names_device(body)
    elif isinstance(node, ast.Try):
        yield from _found_out(node)
    elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        alone = not names_device(node.value)
        if (not alone or _is_question(node.value)) and (line := npu_line(node.value)):
            yield node.targets[0].id, line, alone


def _found_out(node: ast.Try) -> Iterator[tuple[str, int, bool]]:
    """`try: import torch_npu; FOUND = True`."""
    imports = [one for one in node.body if isinstance(one, ast.Import | ast.ImportFrom)]
    line = next(filter(None, map(npu_line, imports)), 0)
    for one in node.body if line else []:
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Constant) and one.value.value is True:
            yield from ((target.id, line, True) for target in one.targets if isinstance(target, ast.Name))


def _is_question(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        return last_name(value.func).lstrip("_").startswith(("is_", "has", "find_spec", "bool"))
    return isinstance(value, ast.Compare | ast.BoolOp | ast.UnaryOp)


def _answers(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(isinstance(one, ast.Return) and one.value is not None for one in nodes_in(node))


def _renamed(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, int]]:
    module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
    for alias in node.names:
        given = alias.asname or alias.name
        if names_npu(f"{module}.{alias.name}") and not names_npu(given):
            yield given, alias.lineno


def _table(node: ast.Dict) -> Iterator[tuple[str, int]]:
    line = next(filter(None, (npu_line(key) for key in node.keys if key is not None)), 0)
    if line:
        yield from ((value.id, line) for value in node.values if isinstance(value, ast.Name))
