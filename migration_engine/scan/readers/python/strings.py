"""Understands string constants: devices, environment variables, addresses."""

from __future__ import annotations

import ast
import re

from migration_engine.scan.readers.python.words import nodes_in

DEVICE = re.compile(r"^(?:cuda|gpu)(?::\d+)?$")
# A device with the type of its numbers behind it: `cuda fp16 -> cpu fp32`.
_DEVICE_AND_TYPE = re.compile(r"^(cuda(?::\d+)?) (?:fp|bf|int)\d+\w*(?: .*)?$")
OTHER_CHIP = re.compile(r"^(?:mps|xpu|hpu|mlu|musa)(?::\d+)?$")
_ANY_DEVICE = re.compile(r"^(?:cuda|gpu|cpu|mps|xpu|npu|hpu|mlu|musa|meta)(?::\d+)?$")
ENV_NAME = re.compile(r"^_?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$")
ENV_GIVEN = re.compile(r"(?:^|[\s;&'\"])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)=")
URL = re.compile(r"^https?://\S+$|^/v[12]/[\w/{}.-]+$")
REQUIREMENT = re.compile(r"^[A-Za-z][\w.-]*(?:\[[\w,-]+\])?\s*(?:[=~!<>]=|[<>])\s*\d[\w.*+]*(?:\s*[,;].*)?$")
_SWITCH = re.compile(r"^(?:.*_)?(?:USE|WITH|ENABLE|BUILD)_|.*_(?:ON|ENABLED)$")
_PREFIX = re.compile(r"^cuda:?(?:%[ds]|\{[^}]*\})?$")


def text_of(node: ast.AST | None) -> str | None:
    """The value of a string constant."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def device_of(text: str) -> str:
    """The CUDA device that a string is, or names before the type of its numbers."""
    if DEVICE.match(text):
        return text
    found = _DEVICE_AND_TYPE.match(text)
    return found.group(1) if found else ""


def built_device(node: ast.AST) -> str:
    """`cuda:*` for an f-string, sum, %-format or .format that builds a numbered device."""
    first: ast.AST | None = None
    if isinstance(node, ast.JoinedStr) and node.values:
        first = node.values[0]
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
        first = node.left
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        first = node.func.value
    text = text_of(first)
    return "cuda:*" if text and _PREFIX.match(text) else ""


def built_text(node: ast.JoinedStr) -> str:
    """The text of an f-string with `{}` for what is filled in."""
    return "".join(text_of(value) or "{}" for value in node.values)


def is_route(text: str) -> bool:
    """A path below some host: `/v1/models`, `{}/v1/models`."""
    return (text.startswith("/") or "{}/" in text) and len(text.split()) == 1


def devices_in(node: ast.AST) -> list[str]:
    """The device names that stand in an expression, in order."""
    return [text for one in nodes_in(node) if (text := text_of(one)) and _ANY_DEVICE.match(text)]


def forces_cpu(name: str, value: str | None) -> bool:
    """A value that hides all devices, or turns a switch for them off, binds to nothing."""
    if value is None:
        return False
    if name.endswith("_VISIBLE_DEVICES"):
        return value.strip() in ("", "-1", "none")
    return bool(_SWITCH.match(name)) and value.strip().lower() in ("0", "off", "false", "no")
