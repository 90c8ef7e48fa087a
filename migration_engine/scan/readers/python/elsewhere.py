"""Branches that an NPU machine never takes, and features that leave themselves out without CUDA."""

from __future__ import annotations

import ast

from migration_engine.scan.readers.python.strings import DEVICE, text_of
from migration_engine.scan.readers.python.words import last_name, nodes_in, words_of

_CHIPS = frozenset({"rocm", "hip", "xpu", "ipex", "mps", "mlu", "musa", "tpu", "xla", "hpu", "gaudi"})
_SYSTEMS = frozenset({"windows", "darwin", "macos", "sagemaker"})
_SYSTEM_NAMES = frozenset({"win32", "win", "nt", "cygwin"})
_OURS = frozenset({"cuda", "gpu", "nvidia", "nccl", "npu", "ascend", "hccl"})
_TOLD = frozenset({"warn", "warning", "warning_once", "warn_once", "info", "print", "log"})


def for_others_alone(test: ast.expr) -> bool:
    """Whether only other chips or systems pass the test: `is_rocm()`, `device == "xpu"`, a Windows check."""
    if isinstance(test, ast.BoolOp):
        judged = [for_others_alone(one) for one in test.values]
        return any(judged) if isinstance(test.op, ast.And) else all(judged)
    if isinstance(test, ast.Compare) and not isinstance(test.ops[0], ast.Eq | ast.In | ast.IsNot):
        return False
    if not isinstance(test, ast.Compare | ast.Call | ast.Name | ast.Attribute):
        return False
    words = _words_in(test)
    return bool(words & (_CHIPS | _SYSTEMS)) and not words & _OURS


def _words_in(test: ast.expr) -> frozenset[str]:
    words: set[str] = set()
    for one in nodes_in(test):
        said = _said(one)
        words.update(words_of(said))
        if isinstance(one, ast.Constant) and said in _SYSTEM_NAMES:
            words.add("windows")
    return frozenset(words)


def _said(node: ast.AST) -> str:
    return last_name(node) or text_of(node) or ""


def line_of_refusal(link: ast.If) -> int:
    """The line where `if device != "cuda"` says that it leaves a feature out and answers False; else 0."""
    *told, last = link.body
    if not told or not all(map(_is_told, told)) or not _answers_no(last):
        return 0
    return told[0].lineno if _is_without_cuda(link.test) else 0


def _answers_no(statement: ast.stmt) -> bool:
    value = statement.value if isinstance(statement, ast.Return) else None
    return isinstance(value, ast.Constant) and value.value is False


def _is_told(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return False
    return _said(statement.value.func) in _TOLD


def _is_without_cuda(test: ast.expr) -> bool:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return "is_available" in ast.unparse(test.operand)
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.NotEq | ast.NotIn):
        return False
    return any(DEVICE.match(text_of(side) or "") for side in (test.left, *test.comparators))
