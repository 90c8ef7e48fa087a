"""What a node of the tree says by its name, and the words of which names are made."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def nodes_in(node: ast.AST) -> Iterator[ast.AST]:
    """The node and all below it, in the order of `ast.walk`, without those that hold nothing."""
    waiting = [node]
    for one in waiting:  # grows behind what is read
        yield one
        waiting += children_of(one)


def children_of(node: ast.AST) -> list[ast.AST]:
    """Those below it, in order, without those that hold nothing: `Load`, `Add`, `Pass`."""
    children: list[ast.AST] = []
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, list):
            children += [one for one in value if isinstance(one, ast.AST) and one._fields]
        elif isinstance(value, ast.AST) and value._fields:
            children.append(value)
    return children


def last_name(node: ast.AST) -> str:
    """`Backend` of `torch.distributed.Backend`, and the name of a plain name."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def words_of(name: str) -> Iterator[str]:
    """`is`, `npu` and `available` of `is_npu_available` and of `isNPUAvailable`."""
    return (word.lower() for word in _WORDS.findall(name))
