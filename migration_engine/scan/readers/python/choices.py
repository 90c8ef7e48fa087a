"""Choices between devices: branches, conditional expressions, comparisons, tables."""

from __future__ import annotations

import ast
import re

from migration_engine.model import Confidence
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.python import elsewhere, guards, strings
from migration_engine.scan.readers.python.knowledge import decider
from migration_engine.scan.readers.python.named import Named
from migration_engine.scan.readers.python.words import children_of, nodes_in

_DTYPE = re.compile(r"torch\.(?:float|double|half|bfloat|complex)\w*$")
_PICKERS = frozenset({"torch.cuda.is_available", "torch.cuda.device_count"})


class Choices(Named):
    """A choice that names the NPU serves its other branches too."""

    def visit_If(self, node: ast.If) -> None:
        chain = guards.chain_of(node)
        lines = [self.npu_line(link.test) for link in chain]
        beside = self.siblings.same_question(chain[0].test)
        for index, link in enumerate(chain):
            twin = guards.served_by(chain, lines, index) or beside or self.known.picked_in(link.test)
            with self.decided_by(decider(chain, index)):
                self._choice(link, chain, lines[index] or twin or elsewhere.line_of_refusal(link))
                self._branch(link.body, twin or self._away(link.test))
        with self.decided_by(decider(chain, len(chain))):
            self._branch(chain[-1].orelse, next(filter(None, lines), beside))

    def _away(self, test: ast.expr) -> int:
        return test.lineno if elsewhere.for_others_alone(test) else 0

    def _choice(self, link: ast.If, chain: list[ast.If], line: int) -> None:
        """The test of one branch; together with a device set right below, it picks a device."""
        given = _assigned_devices(link.body)
        picks = given and (self._asks_for_cuda(link.test) or self._among_others(given, chain))
        literals = given if picks else []
        self.done.update(id(literal) for literal in literals)
        with self.served(line):
            if literals:
                others = self._among_others(given, chain)
                picked = [strings.text_of(one) or "" for one in given] if others else _picked(link)
                self.see(Kind.SELECTION, _joined(picked), link.test)
            else:
                self.asked(link.test)
                self.visit(link.test)

    def _branch(self, body: list[ast.stmt], line: int) -> None:
        with self.served(line):
            self.block(body)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        devices = strings.devices_in(node)
        with self.served(self.npu_line(node)):
            picked = any(one.startswith(("cuda", "gpu")) for one in devices)
            given = [one for branch in (node.body, node.orelse) for one in strings.devices_in(branch)]
            others = not picked and any(map(strings.OTHER_CHIP.match, given))
            if others or (picked and self._asks_for_cuda(node.test)):
                self.see(Kind.SELECTION, _joined(given if others else devices), node)
            else:
                self.asked(node.test)
                self.visit_all((node.test, node.body, node.orelse))

    def _among_others(self, given: list[ast.AST], chain: list[ast.If]) -> bool:
        """A choice between other chips in which CUDA has no part: the NPU is missing in it all the same."""
        others = any(strings.OTHER_CHIP.match(strings.text_of(one) or "") for one in given)
        return others and not any(self._asks_for_cuda(link) for link in chain)

    def _asks_for_cuda(self, node: ast.AST) -> bool:
        return any(
            self.names.resolve(one) in _PICKERS
            for one in nodes_in(node)
            if isinstance(one, ast.Attribute | ast.Name)
        )

    def visit_Match(self, node: ast.Match) -> None:
        self.visit(node.subject)
        lines = [self.npu_line(case.pattern) for case in node.cases]
        for case, own in zip(node.cases, lines, strict=True):
            others = [line for line in lines if line and line != own]
            with self.served(own or next(iter(others), 0)):
                self._case(case.pattern)
            self._branch(case.body, others[0] if others else 0)

    def _case(self, pattern: ast.pattern) -> None:
        """`case "cuda" | "mps"` compares as `==` does."""
        for one in nodes_in(pattern):
            if isinstance(one, ast.MatchValue):
                self._compared(one.value)

    def _group(self, node: ast.expr) -> None:
        """A test, list or table that names the NPU beside the GPU serves both."""
        with self.served(self.npu_line(node)):
            self.visit_all(children_of(node))

    visit_BoolOp = visit_Tuple = visit_List = visit_Set = _group

    def visit_Dict(self, node: ast.Dict) -> None:
        keys = [key for key in node.keys if key is not None]
        line = next(filter(None, (self.npu_line(key) for key in keys)), 0)
        for key, value in zip(node.keys, node.values, strict=True):
            name, text = strings.text_of(key), strings.text_of(value)
            variable = key is not None and name and strings.ENV_NAME.match(name)
            if key is not None and name and variable:
                self.variable(name, text, key, Confidence.LIKELY)
            with self.served(line):
                self.resource(key, value)
                if name:
                    self.argument(name, value)
                self._half(None if variable or self._is_dtype(key) else key)
                self._half(None if variable and text and "/" in text else value)

    def _half(self, node: ast.expr | None) -> None:
        """A key or value; a path that is given to a variable is that variable's, so it is left out."""
        if node is not None:
            self.visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        with self.served(self.npu_line(node) or self.known.picked_in(node)):
            self.asked(node)
            if isinstance(node.ops[-1], ast.In | ast.NotIn):
                self.group_name(node.comparators[-1])
            for side in (node.left, *node.comparators):
                self._compared(side)

    def _compared(self, side: ast.expr) -> None:
        if isinstance(side, ast.Tuple | ast.List | ast.Set):
            for item in side.elts:
                self._compared(item)
            return
        if self._is_dtype(side):
            return
        text = strings.text_of(side)
        if text:
            self.see(Kind.COMPARE, text, side)
        if not (text and strings.DEVICE.match(text)):
            self.visit(side)

    def _is_dtype(self, node: ast.expr | None) -> bool:
        """`x.dtype == torch.float64`, `{torch.float64: 8}`: it asks for the kind of a tensor."""
        return node is not None and bool(_DTYPE.match(self.names.resolve(node)))


def _assigned_devices(body: list[ast.stmt]) -> list[ast.AST]:
    """Device strings that the branch assigns or returns as they are; `.to("cuda")` is a use, no pick."""
    values = [_given(statement) for statement in body]
    return [one for one in values if one is not None and _is_device(strings.text_of(one) or "")]


def _is_device(text: str) -> bool:
    return bool(strings.DEVICE.match(text) or strings.OTHER_CHIP.match(text))


def _picked(link: ast.If) -> list[str]:
    """The devices between which the whole choice decides, in order."""
    given = (_given(statement) for statement in nodes_in(link) if isinstance(statement, ast.stmt))
    return [device for one in given if one is not None for device in strings.devices_in(one)]


def _given(statement: ast.stmt) -> ast.AST | None:
    """The constant that a statement assigns or returns, also inside `torch.device(...)`."""
    if not isinstance(statement, ast.Assign | ast.AnnAssign | ast.Return):
        return None
    value = statement.value
    if isinstance(value, ast.Call) and value.args and ast.unparse(value.func).endswith("device"):
        value = value.args[0]
    return value if isinstance(value, ast.Constant) else None


def _joined(devices: list[str]) -> str:
    return "|".join(dict.fromkeys(devices))
