"""Finds the operators that model code calls: in modules, in autograd functions, by torch.ops."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from migration_engine.expression import expression
from migration_engine.model import Confidence, FileRole, OperatorUse
from migration_engine.operators.names import known_names
from migration_engine.scan.search.hints import hints_in
from migration_engine.scan.text import Places, decoded

_ROLES = frozenset({FileRole.CODE, FileRole.CI})
_CLASS = expression(r"class\s+\w+\s*\(([^)]*)\)\s*:")
_MODEL_BASE = expression(r"\b(?!BaseModel\b)(?:Module|Function|\w*(?:Model|Layer|Block|Attention|MLP))\b")
_CALL = expression(r"\.(\w+)\(")
_IN_NAME = frozenset("_.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_CUSTOM = expression(r"torch\.ops\.(\w+\.\w+)")
_IMPORT = expression(r"import\s+(torch[\w.]*)(?:\s+as\s+(\w+))?")
_FROM = expression(r"from\s+(torch[\w.]*)\s+import\s+(\([^)]*\)|[^\n]+)")
_TENSOR = "torch.Tensor."
# Methods of strings, lists, dictionaries and files that tensors have as well.
_EVERYDAY = frozenset(
    {
        *("split", "index", "count", "copy", "item", "size", "type", "numpy", "tolist", "data", "names"),
        *("to", "cuda", "cpu", "detach", "backward", "register_hook", "apply_", "map_", "stride", "dim"),
        *("is_cuda", "device", "grad", "rename", "set_", "storage", "element_size", "requires_grad_"),
        *("numel", "name", "apply"),
    }
)


def operators_in(path: str, language: str, role: FileRole, data: bytes) -> tuple[OperatorUse, ...]:
    """Each operator once, with its first line; what is told only by a method's name is likely."""
    if language != "python" or role not in _ROLES or not hints_in(data).operators or b"torch" not in data:
        return ()
    text = decoded(data)
    found: dict[str, tuple[int, int, Confidence]] = {}
    for name, at, sure in _sighted(text):
        first, count, known = found.get(name, (at, 0, sure))
        found[name] = (min(first, at), count + 1, known)
    places = Places(text) if found else None
    return tuple(
        OperatorUse(name, path, places.of(at)[0] + 1, count, sure)
        for name, (at, count, sure) in sorted(found.items())
        if places
    )


def _sighted(text: str) -> Iterator[tuple[str, int, Confidence]]:
    for custom in _CUSTOM.finditer(text):
        if not _in_word(text, custom.start() - 1):
            yield f"torch.ops.{custom.group(1)}", custom.start(), Confidence.CERTAIN
    classes = list(_model_classes(text))
    meanings = _meanings(text) if classes else {}
    end = 0
    for begin, stop, bases in classes:
        if "Function" in bases:
            yield "torch.autograd.Function", begin, Confidence.CERTAIN
        yield from _called(text, max(begin, end), stop, meanings)
        end = max(end, stop)


def _model_classes(text: str) -> Iterator[tuple[int, int, str]]:
    """Where each class of model code begins and ends, with its bases."""
    at = text.find("class ")
    while at >= 0:
        indent = at - text.rfind("\n", 0, at) - 1
        found = _CLASS.match(text, at) if text[at - indent : at].strip() == "" else None
        if found and _MODEL_BASE.search(found.group(1)):
            yield at, _end_of_block(text, found.end(), indent), found.group(1)
        at = text.find("class ", at + 6)


def _end_of_block(text: str, at: int, indent: int) -> int:
    """The start of the first later row that is no deeper than the class."""
    found = _closing(indent).search(text, text.find("\n", at) + 1 or len(text))
    return found.start() if found else len(text)


@cache
def _closing(indent: int) -> re.Pattern[str]:
    return re.compile(rf"\n[ \t]{{0,{indent}}}[^\s#)\]}}]")


def _called(
    text: str, begin: int, end: int, meanings: Mapping[str, str]
) -> Iterator[tuple[str, int, Confidence]]:
    tails, methods = _tails()
    for call in _CALL.finditer(text, begin, end):
        name = call.group(1)
        if name not in tails and name not in methods:
            continue
        head = _before(text, begin, call.start())
        if dotted := _full(head, name, meanings):
            yield dotted, call.start(), Confidence.CERTAIN
        elif name in methods and head.partition(".")[0] not in meanings:
            yield _TENSOR + name, call.start(), Confidence.LIKELY
    yield from _called_bare(text, begin, end, meanings)


def _called_bare(
    text: str, begin: int, end: int, meanings: Mapping[str, str]
) -> Iterator[tuple[str, int, Confidence]]:
    """`gelu(x)` after `from torch.nn.functional import gelu`."""
    operators = known_names()
    for name, meant in meanings.items():
        if meant in operators:
            called = f"{name}("
            at = text.find(called, begin, end)
            while at >= 0:
                if not _in_word(text, at - 1) and text[at - 1] != ".":
                    yield meant, at, Confidence.CERTAIN
                at = text.find(called, at + 1, end)


def _in_word(text: str, at: int) -> bool:
    return at >= 0 and (text[at] == "_" or text[at].isalnum())


def _before(text: str, begin: int, end: int) -> str:
    """The dotted name that ends there, or an empty text."""
    at = end
    while at > begin and text[at - 1] in _IN_NAME:
        at -= 1
    return text[at:end]


def _full(head: str, name: str, meanings: Mapping[str, str]) -> str:
    """The full name of a call through torch or one of its modules."""
    first, _, rest = head.partition(".")
    if first not in meanings:
        return ""
    dotted = ".".join(filter(None, (meanings[first], rest, name)))
    return dotted if dotted.startswith("torch.") and not dotted.startswith("torch.ops.") else ""


@cache
def _tails() -> tuple[frozenset[str], frozenset[str]]:
    """The last names of all operators, and the methods that tell a tensor."""
    names = known_names()
    methods = {name[len(_TENSOR) :] for name in names if name.startswith(_TENSOR)}
    return frozenset(name.rpartition(".")[2] for name in names), frozenset(methods) - _EVERYDAY


def _meanings(text: str) -> dict[str, str]:
    """What each name that was imported from torch stands for."""
    meanings: dict[str, str] = {}
    for found in _IMPORT.finditer(text):
        module, alias = found.groups()
        meanings[alias or "torch"] = module if alias else "torch"
    for found in _FROM.finditer(text):
        for part in found.group(2).strip("()").split(","):
            name, _, alias = part.split("#")[0].strip().partition(" as ")
            if name.isidentifier():
                meanings[alias.strip() or name] = f"{found.group(1)}.{name}"
    return meanings
