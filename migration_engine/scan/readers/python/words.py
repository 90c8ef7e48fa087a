"""What a node of the tree says by its name, and the words of which names are made."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def last_name(node: ast.AST) -> str:
    """`Backend` of `torch.distributed.Backend`, and the name of a plain name."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def words_of(name: str) -> Iterator[str]:
    """`is`, `npu` and `available` of `is_npu_available` and of `isNPUAvailable`."""
    return (word.lower() for word in _WORDS.findall(name))
