"""Uses of names: imports, attributes, calls and their keyword arguments."""

from __future__ import annotations

import ast

from migration_engine.model import Confidence, EdgeKind
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.embedded import Row, read_inside
from migration_engine.scan.readers.python.calls import command_in, env_in
from migration_engine.scan.readers.python.imports import SWITCH
from migration_engine.scan.readers.python.inner_code import ElementSite, code_in, rows_of
from migration_engine.scan.readers.python.named import Named
from migration_engine.scan.readers.python.names import is_own
from migration_engine.scan.readers.python.strings import ENV_NAME, REQUIREMENT, built_text, text_of
from migration_engine.scan.readers.python.words import last_name
from migration_engine.scan.readers.requirements import see_requirement
from migration_engine.scan.readers.shell.commands import read_command

_METHODS = frozenset({"cuda", "pin_memory", "record_stream"})
# Words of everyday language, which mean a tensor only where torch is imported and nothing is given.
_CONVERSIONS = frozenset({"double"})
_ATTRIBUTES = frozenset({"is_cuda"})
_TELLS = frozenset({"print", "log", "debug", "info", "warning", "warn", "error", "critical", "exception"})
_SCHEDULES = frozenset({"remote", "options"})
_IMPORTERS = frozenset({"import_module", "__import__"})
_REGISTERS = frozenset({"impl", "Library", "fallthrough_impl", "register_kernel"})

_REQUIRING = frozenset({"install_requires", "extras_require", "setup_requires", "tests_require"})


class Uses(Named):
    """Every use is reported under the full dotted name that its aliases stand for."""

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._imported(alias.name, alias)
            self.reading.link(EdgeKind.IMPORT, alias.name, node.lineno)
            if "." in alias.name:
                self.see(Kind.API, alias.name, alias)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = "." * node.level + (node.module or "")
        names = tuple(alias.name for alias in node.names)
        self.reading.link(EdgeKind.IMPORT, module, node.lineno, names)
        if node.level or not node.module:
            return
        dotted_names = [node.module if name == "*" else f"{node.module}.{name}" for name in names]
        said = any(self.reading.wants(Kind.API, dotted) for dotted in dotted_names)
        self._imported(node.module, node, telling=not said)
        for alias, dotted in zip(node.names, dotted_names, strict=True):
            self._switch(dotted, node.lineno)
            self.see(Kind.API, dotted, alias)

    def _imported(self, module: str, node: ast.AST, *, telling: bool = True) -> None:
        """The module itself is news only where none of the names taken from it says more."""
        self._switch(module, getattr(node, "lineno", 0))
        if telling:
            self.see(Kind.IMPORT, module, node)

    def _switch(self, dotted: str, line: int) -> None:
        if dotted == SWITCH:
            self.reading.automatic_from = line

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if id(node) in self.done:
            return
        dotted = self.names.resolve(node)
        self.member(node)
        if dotted:
            if not is_own(node):
                self.see(Kind.API, dotted, node)
            return
        if node.attr in _ATTRIBUTES:
            self.see(Kind.ATTRIBUTE, node.attr, self.tail(node), self.guess())
        self.option(node)
        self.visit(node.value)

    def visit_Name(self, node: ast.Name) -> None:
        if id(node) in self.done:
            return
        dotted = self.names.resolve(node)
        if "." in dotted and isinstance(node.ctx, ast.Load):
            self.see(Kind.API, dotted, node)
        elif not dotted:
            for possible in self.names.starred(node.id):
                self.see(Kind.API, possible, node, Confidence.LIKELY)

    def visit_Call(self, node: ast.Call) -> None:
        if dynamic := self.names.resolve(node):
            self.see(Kind.API, dynamic, node)
            if last_name(node.func) in _IMPORTERS:
                self.see(Kind.IMPORT, dynamic, node)
            self.visit_all(node.args[2:])
            return
        function = node.func
        called = self.names.resolve(function)
        if isinstance(function, ast.Attribute) and not called and self._is_known(function.attr, node):
            self.see(Kind.METHOD, function.attr, self.tail(function), self.guess())
        self.helper(function)
        self.visit(function)
        self._call_details(node, called)
        self.own_route(node)
        self.arguments(node)

    def _is_known(self, method: str, call: ast.Call) -> bool:
        converts = method in _CONVERSIONS and self.has_torch and not call.args
        return converts or method in _METHODS

    def arguments(self, node: ast.Call) -> None:
        self.visit_all((*node.args, *node.keywords))

    def _placed(self, node: ast.Call, called: str) -> None:
        """`.to(0)`, `torch.device(0)`, `library.impl("add", add, "CUDA")`: what has no name at its place."""
        if node.args and (last_name(node.func) == "to" or called == "torch.device"):
            self.argument("device", node.args[0])
        if last_name(node.func) in _REGISTERS:
            for one in node.args:
                self.argument("dispatch_key", one)

    def _spread(self, node: ast.Call) -> None:
        """`ray.remote(num_gpus=count)`: what only a scheduler's own call gives to that scheduler."""
        function = last_name(node.func)
        if function in _SCHEDULES:
            for keyword in node.keywords:
                self.argument(f"{function}.{keyword.arg}", keyword.value)

    def _call_details(self, node: ast.Call, called: str) -> None:
        self._placed(node, called)
        self._spread(node)
        self.skipped(node)
        self.dynamic(node)
        self._told(node)
        if last_name(function := node.func) == "get" and isinstance(function, ast.Attribute) and node.args:
            self.resource(node.args[0])
        if found := env_in(node, called):
            self.variable(found.name, found.value, found.node, Confidence.CERTAIN)
            self.done.add(id(found.node))
        if command := command_in(node, called):
            self._run(command)
        for code, language in code_in(node, called):
            self.inner(code, language)

    def _told(self, node: ast.Call) -> None:
        """What is printed or logged is a text, even if it reads like a device."""
        if last_name(node.func) in _TELLS:
            self.done.update(id(one) for one in node.args if isinstance(one, ast.Constant | ast.JoinedStr))

    def _run(self, command: ast.expr) -> None:
        """A command is read as the shell would read it; what is filled in stays unknown."""
        if isinstance(command, ast.List | ast.Tuple):
            site = ElementSite(command.elts, self.lines)
            self.done.update(map(id, command.elts))
            read_command(site.words, site, self.reading)
        elif isinstance(command, ast.JoinedStr):
            self.done.add(id(command))
            span = self.lines.span(command)
            read_inside("shell", [Row(built_text(command), span.line, span.column + 1)], self.reading)
        elif isinstance(command, ast.Constant):
            self.inner(command, "shell")

    def inner(self, node: ast.Constant, language: str) -> None:
        """A text that is code of its own."""
        self.done.add(id(node))
        read_inside(language, rows_of(node, text_of(node) or "", self.lines), self.reading)

    def visit_arguments(self, node: ast.arguments) -> None:
        """`def start(use_cuda=True)`: what a parameter is unless a caller says otherwise."""
        with_default = node.args[len(node.args) - len(node.defaults) :] + node.kwonlyargs
        for one, default in zip(with_default, node.defaults + node.kw_defaults, strict=True):
            if default is not None and one.arg.startswith("use_"):
                self.argument(one.arg, default)
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg:
            self.argument(node.arg, node.value)
            if node.arg == "device_map" and isinstance(node.value, ast.Dict):
                for device in node.value.values:
                    self.argument("device", device)
            if ENV_NAME.match(node.arg):
                self.variable(node.arg, text_of(node.value), node, Confidence.LIKELY)
            if node.arg in _REQUIRING:
                self._required(node.value)
        self.visit(node.value)

    def _required(self, value: ast.AST) -> None:
        """`install_requires=["torch"]`: names without a version too, which say nothing elsewhere."""
        if isinstance(value, ast.Dict):
            for one in value.values:
                self._required(one)
        elif isinstance(value, ast.List | ast.Tuple | ast.BinOp):
            for part in ast.iter_child_nodes(value):
                self._required(part)
        elif (text := text_of(value)) and not REQUIREMENT.match(text):
            see_requirement(text, self.lines.span(value), self.reading)
