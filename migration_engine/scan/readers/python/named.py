"""Names that carry a device without saying it in a string: enum members, helpers, conditions, options."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration_engine.model import Confidence
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.python.strings import text_of
from migration_engine.scan.readers.python.walker import Walker
from migration_engine.scan.readers.python.words import last_name, nodes_in
from migration_engine.scan.search.telling import SETTINGS

_WORDS = re.compile(r"[A-Za-z]+")
_DEVICES = frozenset({"cuda", "gpu", "nccl"})
_HINT = re.compile(r"(?i)cuda|cudnn|nccl|gpu")
_ASKED = frozenset({"cuda", "cudnn", "nccl", "gpu"})
ROUTE_ADDERS = frozenset({"add_api_route", "add_route", "add_url_rule", "add_api_websocket_route"})
ROUTES = frozenset(
    {"get", "post", "put", "delete", "patch", "head", "options", "route", "api_route", "websocket"}
)
_SKIPS = frozenset({"skipif", "skipIf", "skipUnless"})
_CLASS = re.compile(r"^[A-Z]+[a-z]")


class Named(Walker):
    """Reports such names; which of them matter is for the rules to say."""

    def member(self, node: ast.Attribute) -> None:
        """`DistributedType.MULTI_GPU`: a device behind a member of a class."""
        owner = last_name(node.value)
        if node.attr.isupper() and _CLASS.match(owner) and _holds(node.attr, _DEVICES):
            self.see(Kind.MEMBER, f"{owner}.{node.attr}", node)

    def group_name(self, node: ast.expr) -> None:
        """`CUDA_DEVICE_TYPES`: a group of devices in which something is looked up."""
        if isinstance(node, ast.Name) and node.id.isupper() and _holds(node.id, _DEVICES):
            self.see(Kind.MEMBER, node.id, node)

    def enum_members(self, node: ast.ClassDef) -> None:
        """The members that an enum defines; one for the NPU among them serves the others."""
        if not any(last_name(base).endswith("Enum") for base in node.bases):
            return
        names = list(_assigned(node.body))
        with self.served(next(filter(None, map(self.npu_line, names)), 0)):
            for name in names:
                if name.id.isupper() and _holds(name.id, _DEVICES):
                    self.see(Kind.MEMBER, f"{node.name}.{name.id}", name)

    def definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """A function that is defined here: the one that helps others to a device is where it is mended."""
        if not self.reading.wants(Kind.HELPER, node.name):
            return
        named = ast.Name(id=node.name, lineno=node.lineno, end_lineno=node.lineno)
        named.col_offset = node.col_offset + len(
            "def " if isinstance(node, ast.FunctionDef) else "async def "
        )
        named.end_col_offset = named.col_offset + len(node.name)
        with self.served(self.npu_line(node) or self.siblings.other_half_of(node.name)):
            self.see(Kind.HELPER, node.name, named)

    def helper(self, node: ast.expr) -> None:
        """A function or decorator by its own name, wherever it comes from."""
        if name := last_name(node):
            self.see(Kind.HELPER, name, node if self.names.resolve(node) else self._end(node))

    def asked(self, test: ast.expr) -> None:
        """Names in a condition that speak of CUDA: `if use_cuda`, `if cuda_major < 8`."""
        for one in nodes_in(test):
            if isinstance(one, ast.Name | ast.Attribute):
                name = last_name(one)
                if _holds(name, _ASKED) and not self.names.resolve(one):
                    self.see(Kind.CONDITION, name, self._end(one))

    def resource(self, name: ast.AST | None, value: ast.expr | None = None) -> None:
        """`{"GPU": 1}` and `.get("GPU")` in a module that schedules by Ray."""
        if self.has_ray and name is not None and text_of(name) == "GPU":
            said = str(value.value) if isinstance(value, ast.Constant) else "…"
            self.see(Kind.ARGUMENT, f"resources.GPU={said}", name)

    def skipped(self, call: ast.Call) -> None:
        """`skipif(not torch.cuda.is_available())`: on an NPU such a test passes by not being run."""
        if last_name(call.func) not in _SKIPS or not call.args:
            return
        for one in nodes_in(call.args[0]):
            if isinstance(one, ast.Name | ast.Attribute):
                asked = self.names.resolve(one) or last_name(one)
                if _holds(asked.replace(".", " "), _ASKED):
                    self.see(Kind.SKIP, f"skip by {asked}", one)
                    self.done.add(id(one))
                    return

    def dynamic(self, call: ast.Call) -> None:
        """`getattr(torch, kind)` and `import_module(f"torch.{kind}")`: only a person can say which it is."""
        if last_name(call.func) == "getattr" and len(call.args) > 1:
            if self.names.resolve(call.args[0]) == "torch":
                self.see(Kind.DYNAMIC, "getattr(torch, …)", call, Confidence.POSSIBLE)
        elif last_name(call.func) in ("import_module", "__import__") and call.args:
            name = call.args[0]
            said = text_of(name.values[0]) if isinstance(name, ast.JoinedStr) and name.values else None
            if said and said.startswith("torch."):
                self.see(Kind.DYNAMIC, f"import_module({said}…)", call, Confidence.POSSIBLE)

    def option(self, node: ast.Attribute) -> None:
        """`cfg.compile`: an option read from what holds the settings."""
        if last_name(node.value) in SETTINGS:
            self.see(Kind.OPTION, node.attr, self.tail(node))

    def argument(self, name: str, value: ast.expr) -> None:
        """What is given by name: a constant as itself, a variable by its name, anything longer as unknown."""
        said = str(value.value) if isinstance(value, ast.Constant) else last_name(value) or "…"
        if isinstance(value, ast.Constant) and type(value.value) is int:
            self.see(Kind.NUMBER, name, value)
        self.see(Kind.ARGUMENT, f"{name}={said}", value)

    def cut(self, node: ast.Subscript) -> None:
        """`history[-10:]`: only the end of a list is kept."""
        part = node.slice
        if isinstance(part, ast.Slice) and isinstance(part.lower, ast.UnaryOp) and part.upper is None:
            self.see(Kind.SLICE, last_name(node.value), node)

    def own_route(self, call: ast.expr, names: frozenset[str] = ROUTE_ADDERS) -> bool:
        """`@app.post("/v1/chat/completions")` serves the path: nobody is called there."""
        if not isinstance(call, ast.Call) or last_name(call.func) not in names:
            return False
        self.done.update(id(one) for one in call.args if isinstance(one, ast.Constant))
        return True

    def _end(self, node: ast.expr) -> ast.AST:
        return self.tail(node) if isinstance(node, ast.Attribute) else node


def _holds(name: str, words: frozenset[str]) -> bool:
    return bool(_HINT.search(name)) and any(
        word.lower() in words for word in _WORDS.findall(name.replace("_", " "))
    )


def _assigned(body: list[ast.stmt]) -> Iterator[ast.Name]:
    for statement in body:
        if isinstance(statement, ast.Assign):
            yield from (target for target in statement.targets if isinstance(target, ast.Name))
