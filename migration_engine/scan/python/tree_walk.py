"""Walks a syntax tree once and says what it sights; guards and docstrings are decided on the way down."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from migration_engine.model import Confidence, EdgeKind
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.python import guards, strings
from migration_engine.scan.python.calls import command_in, env_in
from migration_engine.scan.python.names import Names, Scoped
from migration_engine.scan.sighting import Reading
from migration_engine.scan.text import Lines

_METHODS = frozenset({"cuda", "pin_memory", "record_stream"})
_ATTRIBUTES = frozenset({"is_cuda"})
_PICKERS = frozenset({"torch.cuda.is_available", "torch.cuda.device_count"})
_SWITCH = "torch_npu.contrib.transfer_to_npu"


class Walk(ast.NodeVisitor):
    """One pass over one module."""

    def __init__(self, module: ast.Module, lines: Lines, reading: Reading) -> None:
        self.names = Names(module)
        self.lines = lines
        self.reading = reading
        self.has_torch = False
        self._handled = 0
        self._seen: set[int] = set()

    # -- positions -----------------------------------------------------------------------------------

    def see(
        self, kind: Kind, symbol: str, node: ast.AST, confidence: Confidence = Confidence.CERTAIN
    ) -> None:
        self.reading.see(kind, symbol, self.lines.span(node), confidence, self._handled)

    def under(self, line: int, nodes: Iterable[ast.AST]) -> None:
        """Visit nodes as served by the NPU branch at the line (0: as served by none but the outer one)."""
        outer, self._handled = self._handled, line or self._handled
        for node in nodes:
            self.visit(node)
        self._handled = outer

    # -- blocks and scopes ---------------------------------------------------------------------------

    def block(self, statements: list[ast.stmt]) -> None:
        """Statements after an NPU branch that leaves the block are the other case."""
        outer = self._handled
        for statement in statements:
            self.visit(statement)
            self._handled = guards.early_exit(statement) or self._handled
        self._handled = outer

    def visit_Module(self, node: ast.Module) -> None:
        self.block(node.body)

    def _scope(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        for decorator in node.decorator_list:
            self.visit(decorator)
        if isinstance(node, ast.ClassDef):
            self._visit_all((*node.bases, *node.keywords))
        else:
            self._visit_all((node.args, *filter(None, [node.returns])))
        self._inside(node, node.body)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _scope

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.visit(node.args)
        self.names.enter(node)
        self.visit(node.body)
        self.names.leave()

    def _inside(self, node: Scoped, body: list[ast.stmt]) -> None:
        outer, self._handled = self._handled, 0 if isinstance(node, ast.ClassDef) else self._handled
        self.names.enter(node)
        self.block(body)
        self.names.leave()
        self._handled = outer

    def _visit_all(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)

    def visit_With(self, node: ast.With | ast.AsyncWith) -> None:
        self._visit_all(node.items)
        self.block(node.body)

    visit_AsyncWith = visit_With

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        self._visit_all((node.target, node.iter))
        self.block(node.body)
        self.block(node.orelse)

    visit_AsyncFor = visit_For

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a bare string is documentation
            self.visit(node.value)

    # -- choices -------------------------------------------------------------------------------------

    def visit_If(self, node: ast.If) -> None:
        chain = guards.chain_of(node)
        lines = [guards.npu_line(link.test) for link in chain]
        for index, link in enumerate(chain):
            others = [line for at, line in enumerate(lines) if line and at != index]
            twin = others[0] if others else 0
            self._choice(link, lines[index] or twin)
            self._branch(link.body, twin)
        self._branch(chain[-1].orelse, next(filter(None, lines), 0))

    def _choice(self, link: ast.If, line: int) -> None:
        """The test of one branch; together with a device set right below, it picks a device."""
        literals = _assigned_devices(link.body) if self._asks_for_cuda(link.test) else []
        if not literals:
            self.under(line, [link.test])
            return
        self._seen.update(id(literal) for literal in literals)
        outer, self._handled = self._handled, line or self._handled
        self.see(Kind.SELECTION, _joined(strings.devices_in(link)), link.test)
        self._handled = outer

    def _branch(self, body: list[ast.stmt], line: int) -> None:
        outer, self._handled = self._handled, line or self._handled
        self.block(body)
        self._handled = outer

    def visit_IfExp(self, node: ast.IfExp) -> None:
        line = guards.npu_line(node)
        devices = strings.devices_in(node)
        if self._asks_for_cuda(node.test) and any(one.startswith(("cuda", "gpu")) for one in devices):
            outer, self._handled = self._handled, line or self._handled
            self.see(Kind.SELECTION, _joined(devices), node)
            self._handled = outer
        else:
            self.under(line, (node.test, node.body, node.orelse))

    def _asks_for_cuda(self, test: ast.expr) -> bool:
        return any(
            self.names.resolve(one) in _PICKERS
            for one in ast.walk(test)
            if isinstance(one, ast.Attribute | ast.Name)
        )

    def visit_Match(self, node: ast.Match) -> None:
        self.visit(node.subject)
        lines = [guards.npu_line(case.pattern) for case in node.cases]
        for case, own in zip(node.cases, lines, strict=True):
            others = [line for line in lines if line and line != own]
            self._branch(case.body, others[0] if others else 0)

    def _group(self, node: ast.expr) -> None:
        """A test, list or table that names the NPU beside the GPU serves both."""
        self.under(guards.npu_line(node), ast.iter_child_nodes(node))

    visit_BoolOp = visit_Tuple = visit_List = visit_Set = _group

    def visit_Dict(self, node: ast.Dict) -> None:
        keys = [key for key in node.keys if key is not None]
        line = next(filter(None, (guards.npu_line(key) for key in keys)), 0)
        for key, value in zip(node.keys, node.values, strict=True):
            name, text = strings.text_of(key), strings.text_of(value)
            if key is not None and name and strings.ENV_NAME.match(name):
                self._variable(name, text, key, Confidence.LIKELY)
                self.under(line, [value])
            else:
                self.under(line, filter(None, (key, value)))

    # -- names ---------------------------------------------------------------------------------------

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
        self._imported(node.module, node)
        for alias in node.names:
            dotted = node.module if alias.name == "*" else f"{node.module}.{alias.name}"
            self.has_torch = self.has_torch or dotted == "torch.cuda"
            self._switch(dotted, node.lineno)
            self.see(Kind.API, dotted, alias)

    def _imported(self, module: str, node: ast.AST) -> None:
        self.has_torch = self.has_torch or module.partition(".")[0] == "torch"
        self._switch(module, getattr(node, "lineno", 0))
        self.see(Kind.IMPORT, module, node)

    def _switch(self, dotted: str, line: int) -> None:
        if dotted == _SWITCH:
            self.reading.automatic_from = line

    def visit_Attribute(self, node: ast.Attribute) -> None:
        dotted = self.names.resolve(node)
        if dotted:
            self.see(Kind.API, dotted, node)
            return
        if node.attr in _ATTRIBUTES:
            self.see(Kind.ATTRIBUTE, node.attr, self._tail(node), self._guess())
        self.visit(node.value)

    def visit_Name(self, node: ast.Name) -> None:
        dotted = self.names.resolve(node)
        if "." in dotted and isinstance(node.ctx, ast.Load):
            self.see(Kind.API, dotted, node)
        elif not dotted:
            for module in self.names.stars:
                self.see(Kind.API, f"{module}.{node.id}", node, Confidence.LIKELY)

    def _guess(self) -> Confidence:
        return Confidence.LIKELY if self.has_torch else Confidence.POSSIBLE

    def _tail(self, node: ast.Attribute) -> ast.AST:
        """Only the attribute itself: its object may span many lines."""
        tail = ast.Name(id=node.attr)
        tail.lineno = tail.end_lineno = node.end_lineno or node.lineno
        tail.end_col_offset = node.end_col_offset or 0
        tail.col_offset = max(0, tail.end_col_offset - len(node.attr))
        return tail

    # -- calls ---------------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> None:
        if self.names.resolve(node):
            self.see(Kind.API, self.names.resolve(node), node)
            return
        function = node.func
        if isinstance(function, ast.Attribute) and not self.names.resolve(function):
            if function.attr in _METHODS:
                self.see(Kind.METHOD, function.attr, self._tail(function), self._guess())
            self.visit(function)
        else:
            self.visit(function)
        self._call_details(node, self.names.resolve(function))
        if built := strings.built_device(node):
            self._device(built, node)
        else:
            self._visit_all((*node.args, *node.keywords))

    def _call_details(self, node: ast.Call, called: str) -> None:
        if found := env_in(node, called):
            self._variable(found.name, found.value, found.node, Confidence.CERTAIN)
            self._seen.add(id(found.node))
        if command := command_in(node, called):
            text, at = command
            self._seen.add(id(at))
            self.see(Kind.PROGRAM, text.split()[0], at)
            self.see(Kind.COMMAND, " ".join(text.split()), at)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg and isinstance(node.value, ast.Constant):
            self.see(Kind.ARGUMENT, f"{node.arg}={node.value.value!s}", node.value)
        self.visit(node.value)

    # -- constants -----------------------------------------------------------------------------------

    def visit_Constant(self, node: ast.Constant) -> None:
        text = strings.text_of(node)
        if not text or id(node) in self._seen or len(text) > 400:
            return
        if strings.DEVICE.match(text):
            self._device(text, node)
        elif strings.URL.match(text):
            self.see(Kind.URL, text, node)
        elif strings.ENV_NAME.match(text):
            self._variable(text, None, node, Confidence.LIKELY)
            self.see(Kind.STRING, text, node)
        else:
            self.see(Kind.STRING, text, node)

    def _device(self, text: str, node: ast.AST) -> None:
        self.see(Kind.DEVICE, text, node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        if built := strings.built_device(node):
            self._device(built, node)
        else:
            self._visit_all(value for value in node.values if isinstance(value, ast.FormattedValue))

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if built := strings.built_device(node):
            self._device(built, node)
        else:
            self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        outer, self._handled = self._handled, guards.npu_line(node) or self._handled
        for side in (node.left, *node.comparators):
            text = strings.text_of(side)
            if text and strings.DEVICE.match(text):
                self.see(Kind.COMPARE, text, side)
            elif text:
                self.see(Kind.COMPARE, text, side)
                self.visit(side)
            elif isinstance(side, ast.Tuple | ast.List | ast.Set):
                self._compared(side)
            else:
                self.visit(side)
        self._handled = outer

    def _compared(self, side: ast.Tuple | ast.List | ast.Set) -> None:
        for item in side.elts:
            text = strings.text_of(item)
            if text:
                self.see(Kind.COMPARE, text, item)
            else:
                self.visit(item)

    # -- environment ---------------------------------------------------------------------------------

    def visit_Assign(self, node: ast.Assign) -> None:
        value = strings.text_of(node.value)
        for target in node.targets:
            name = self._environ_key(target)
            if name and isinstance(target, ast.Subscript):
                self._variable(name, value, target, Confidence.CERTAIN)
            else:
                self.visit(target)
        self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        name = self._environ_key(node)
        if name:
            self._variable(name, None, node, Confidence.CERTAIN)
        else:
            self.generic_visit(node)

    def _environ_key(self, node: ast.AST) -> str:
        if isinstance(node, ast.Subscript) and self.names.resolve(node.value) == "os.environ":
            return strings.text_of(node.slice) or ""
        return ""

    def _variable(self, name: str, value: str | None, node: ast.AST, confidence: Confidence) -> None:
        if strings.forces_cpu(name, value):
            return
        self.see(Kind.ENV, name, node, confidence)
        if value is not None:
            self.see(Kind.SETTING, f"{name}={value}", node, confidence)


def _assigned_devices(body: list[ast.stmt]) -> list[ast.AST]:
    """Device strings that the branch assigns or returns directly."""
    found: list[ast.AST] = []
    for statement in body:
        if isinstance(statement, ast.Assign | ast.AnnAssign | ast.Return) and statement.value is not None:
            found += [
                one for one in ast.walk(statement.value) if strings.DEVICE.match(strings.text_of(one) or "")
            ]
    return found


def _joined(devices: list[str]) -> str:
    return "|".join(dict.fromkeys(devices))
