"""Constants that mean something: devices, addresses, environment variables."""

from __future__ import annotations

import ast

from migration_engine.model import Confidence
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.python import strings
from migration_engine.scan.readers.python.inner_code import language_of_code
from migration_engine.scan.readers.python.uses import Uses
from migration_engine.scan.readers.python.words import last_name
from migration_engine.scan.readers.requirements import see_requirement

_LONGEST = 400
# No instruction to a model is shorter.
_PROSE = 120


class Constants(Uses):
    """Strings by what they name, also where they are put together."""

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a bare string is documentation
            self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        text = strings.text_of(node)
        if not text or id(node) in self.done:
            return
        if "\n" in text and (language := language_of_code(text)):
            self.inner(node, language)
            return
        self._prose(text, node)
        if len(text) <= _LONGEST:
            self._short(text, node)

    def _short(self, text: str, node: ast.Constant) -> None:
        if device := strings.device_of(text):
            self.see(Kind.DEVICE, device, node)
        elif strings.URL.match(text):
            self.see(Kind.URL, text, node)
        else:
            if strings.ENV_NAME.match(text):
                self.variable(text, None, node, Confidence.LIKELY)
            self._given(text, node)
            if strings.REQUIREMENT.match(text):
                see_requirement(text, self.lines.span(node), self.reading)
            self._address(text, node)
            self.see(Kind.STRING, text, node)

    def _address(self, text: str, node: ast.AST) -> None:
        """The path of a service, also where its host is filled in before it."""
        if strings.is_route(text):
            self.see(Kind.URL, text, node)

    def _prose(self, text: str, node: ast.AST) -> None:
        if len(text) > _PROSE:
            self.see(Kind.TEXT, " ".join(text[: 2 * _LONGEST].split())[:_LONGEST], node)

    def _given(self, text: str, node: ast.AST) -> None:
        """`CUDA_VISIBLE_DEVICES=` at the head of a command that a string puts together."""
        for name in strings.ENV_GIVEN.findall(text):
            self.variable(name, None, node, Confidence.LIKELY)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        if id(node) in self.done:
            self.visit_all(value for value in node.values if isinstance(value, ast.FormattedValue))
        elif built := strings.built_device(node):
            self.see(Kind.DEVICE, built, node)
        else:
            self.visit_all(value for value in node.values if isinstance(value, ast.FormattedValue))
            self._given("".join(filter(None, map(strings.text_of, node.values))), node)
            text = strings.built_text(node)
            self._address(text, node)
            self._prose(text, node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if built := strings.built_device(node):
            self.see(Kind.DEVICE, built, node)
        else:
            self.generic_visit(node)

    def arguments(self, node: ast.Call) -> None:
        if built := strings.built_device(node):
            self.see(Kind.DEVICE, built, node)
        else:
            super().arguments(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        value = strings.text_of(node.value)
        with self.served(self.siblings.other_half_of(last_name(node.targets[0]))):
            for target in node.targets:
                if name := self._environ_key(target):
                    self.variable(name, value, target, Confidence.CERTAIN)
                else:
                    self._item(target, node.value)
                    self.visit(target)
            if not (value and "/" in value and any(map(self._environ_key, node.targets))):
                self.visit(node.value)  # a path given to a variable is that variable's

    def _item(self, target: ast.expr, value: ast.expr) -> None:
        """`options["fused"] = True` gives a value by name, as a keyword argument does."""
        if isinstance(target, ast.Subscript) and (name := strings.text_of(target.slice)):
            self.argument(name, value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.cut(node)
        self.resource(node.slice)
        if name := self._environ_key(node):
            self.variable(name, None, node, Confidence.CERTAIN)
        else:
            self.generic_visit(node)

    def _environ_key(self, node: ast.AST) -> str:
        if isinstance(node, ast.Subscript) and self.names.resolve(node.value) == "os.environ":
            return strings.text_of(node.slice) or ""
        return ""
