"""Recognises an NPU branch: which tests ask for an NPU, and which code is served because of it."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from migration_engine.scan.readers.python.twins import is_for_npu, pair_of
from migration_engine.scan.readers.python.words import last_name, nodes_in, words_of
from migration_engine.value import Value

_DEVICE = re.compile(r"cuda|gpu|cpu|xpu|mps|mlu|hpu|musa|rocm|device|accelerator|platform|backend|nccl")
_NPU = frozenset({"npu", "ascend", "hccl"})
_OTHERS = frozenset({"cuda", "gpu", "cpu", "xpu", "mps", "mlu", "hpu", "habana", "nccl", "gloo"})
_SPOKEN = re.compile(r"(?<![iI])[nN][pP][uU]|NPU|(?i:ascend|hccl)")
_LONGEST = 40
_DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def speaks_of_npu(text: str) -> bool:
    """Whether a module can mention an NPU at all; the `npu` of `input` is none."""
    return bool(_SPOKEN.search(text))


def names_npu(text: str) -> bool:
    """`is_npu_available` and `torch.npu` do, `input` and `npuzzle` do not: whole words count."""
    lowered = text.lower()
    if not any(word in lowered for word in _NPU):
        return False
    return any(word in _NPU for word in words_of(text))


def on_any(lines: Sequence[int], node: ast.AST) -> bool:
    """Whether the node covers one of the lines, which are in order, or has no place of its own."""
    end = getattr(node, "end_lineno", 0)
    if not end:
        return True
    begin: int = node.lineno  # type: ignore[attr-defined]
    at = bisect_left(lines, begin)
    if at < len(lines) and lines[at] <= end:
        return True
    decorated = isinstance(node, _DEFINED) and node.decorator_list
    return bool(decorated) and covers(lines, decorated[0].lineno, begin)  # type: ignore[index]


def covers(lines: Sequence[int], begin: int, end: int) -> bool:
    """Whether one of the lines, which are in order, is among these."""
    at = bisect_left(lines, begin)
    return at < len(lines) and lines[at] <= end


def npu_line(node: ast.AST) -> int:
    """The line of the first mention of an NPU inside the node, or 0."""
    return next((getattr(one, "lineno", 0) for one in nodes_in(node) if _mentions(one)), 0)


def _mentions(node: ast.AST) -> bool:
    return names_npu(_said(node))


def _said(node: ast.AST) -> str:
    if isinstance(node, ast.alias):
        return node.name
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < _LONGEST:
        return node.value
    return last_name(node)


def root_of(node: ast.AST) -> str:
    """`torch` of `torch.cuda.init`."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def names_device(node: ast.AST) -> bool:
    """Whether it names another device than an NPU."""
    return any(word in _OTHERS for one in nodes_in(node) for word in words_of(_said(one)))


def asks_for_none(test: ast.expr) -> bool:
    """Whether it is true where there is no NPU: `not is_npu()`, `kind != "npu"`, `torch_npu is None`."""
    if isinstance(test, ast.UnaryOp):
        return isinstance(test.op, ast.Not)
    if not isinstance(test, ast.Compare):
        return False
    other = test.comparators[0]
    if isinstance(other, ast.Constant) and other.value is None:
        return isinstance(test.ops[0], ast.Is | ast.Eq)
    return isinstance(test.ops[0], ast.NotEq | ast.NotIn)


def chain_of(node: ast.If) -> list[ast.If]:
    """The if and all its elifs."""
    chain = [node]
    while len(chain[-1].orelse) == 1 and isinstance(following := chain[-1].orelse[0], ast.If):
        chain.append(following)
    return chain


def served_by(chain: list[ast.If], lines: list[int], index: int) -> int:
    """The NPU branch that makes one branch of a chain the other case.

    One that comes later is only reached past this one, so it serves it only where this one asks for a device.
    """
    if lines[index] and asks_for_none(chain[index].test):
        return lines[index]
    if before := next(filter(None, lines[:index]), 0):
        return before
    after = next(filter(None, lines[index + 1 :]), 0)
    return after if after and _asks_for_device(chain[index].test) else 0


def _asks_for_device(test: ast.expr) -> bool:
    return bool(_DEVICE.search(ast.unparse(test).lower()))


def leaving_test(statement: ast.stmt) -> ast.expr | None:
    """The test of an `if` whose branch leaves the block, so that what follows is the other case."""
    if not isinstance(statement, ast.If) or statement.orelse or not statement.body:
        return None
    return statement.test if isinstance(statement.body[-1], _LEAVES) else None


class Siblings(Value, frozen=True):
    """What the other statements of a block do for the NPU: questions they ask, calls they make."""

    questions: Mapping[str, int] = msgspec.field(default_factory=dict)
    calls: Mapping[str, int] = msgspec.field(default_factory=dict)
    definitions: Mapping[str, int] = msgspec.field(default_factory=dict)

    def same_question(self, test: ast.expr) -> int:
        """The line of another `if` that asks the same thing about an NPU."""
        return self.questions.get(_asked(test), 0) if self.questions and not npu_line(test) else 0

    def other_half_of(self, name: str) -> int:
        """The line of `sync_npu` beside `sync_cuda`, and of `NPU = "npu"` beside `CUDA = "cuda"`."""
        pair = "" if not self.definitions or is_for_npu(name) else pair_of(name)
        return self.definitions.get(pair, 0) if pair else 0

    def twin_of(self, dotted: str) -> int:
        """The line of `torch.npu.x` beside `torch.cuda.x`."""
        head, _, called = dotted.rpartition(".")
        return self.calls.get(called, 0) if head == "torch.cuda" else 0


def siblings_in(statements: list[ast.stmt]) -> Siblings:
    """The plain NPU branches of a block: `if device == "npu": torch.npu.empty_cache()`."""
    questions: dict[str, int] = {}
    calls: dict[str, int] = {}
    definitions: dict[str, int] = {}
    for statement in statements:
        if (name := _given_name(statement)) and is_for_npu(name):
            definitions.setdefault(pair_of(name), statement.lineno)
        if isinstance(statement, ast.If) and (line := npu_line(statement.test)):
            if asked := _asked(statement.test):
                questions.setdefault(asked, line)
            for called, at in _npu_calls(statement.body):
                calls.setdefault(called, at)
    return Siblings(questions, calls, definitions)


def _given_name(statement: ast.stmt) -> str:
    """Of what a statement defines or assigns."""
    if isinstance(statement, _DEFINED):
        return statement.name
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    return target.id if isinstance(target, ast.Name) else ""


def _asked(test: ast.expr) -> str:
    """What a test is about but for the device: `kind` of `kind == "npu"`, `is_*()` of `is_npu()`.

    Nothing for one that lists the NPU among devices: it leaves no other case.
    """
    if isinstance(test, ast.Compare) and not isinstance(test.ops[0], ast.In | ast.NotIn):
        return ast.dump(test.left)
    return pair_of(ast.unparse(test))


def _npu_calls(body: list[ast.stmt]) -> Iterator[tuple[str, int]]:
    for statement in body:
        for one in nodes_in(statement):
            if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Attribute | ast.Name):
                owner = one.value.attr if isinstance(one.value, ast.Attribute) else one.value.id
                if owner == "npu":
                    yield one.attr, one.lineno
