"""Recognises an NPU branch: which tests ask for an NPU, and which code is served because of it."""

from __future__ import annotations

import ast
import re

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_NPU = frozenset({"npu", "ascend"})
_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def names_npu(text: str) -> bool:
    """`is_npu_available` and `torch.npu` do, `input` and `npuzzle` do not: whole words count."""
    lowered = text.lower()
    if "npu" not in lowered and "ascend" not in lowered:
        return False
    return any(word.lower() in _NPU for word in _WORDS.findall(text))


def npu_line(node: ast.AST) -> int:
    """The line of the first mention of an NPU inside the node, or 0."""
    return next((getattr(one, "lineno", 0) for one in ast.walk(node) if _mentions(one)), 0)


def _mentions(node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return names_npu(node.id)
    if isinstance(node, ast.Attribute):
        return names_npu(node.attr)
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 40:
        return names_npu(node.value)
    return False


def chain_of(node: ast.If) -> list[ast.If]:
    """The if and all its elifs."""
    chain = [node]
    while len(chain[-1].orelse) == 1 and isinstance(following := chain[-1].orelse[0], ast.If):
        chain.append(following)
    return chain


def early_exit(statement: ast.stmt) -> int:
    """The line of an NPU test whose branch leaves the block, so that what follows is the other case."""
    if not isinstance(statement, ast.If) or statement.orelse or not statement.body:
        return 0
    return npu_line(statement.test) if isinstance(statement.body[-1], _LEAVES) else 0
