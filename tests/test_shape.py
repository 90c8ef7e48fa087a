"""Holds the shape of the code: short functions, short files, few broad handlers.

The limits are a ratchet: they may be lowered when the code allows it, never raised.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CODE = ("migration_engine", "migration_node", "migration_portal", "apps")
GENERATED = ("migrations",)

LONGEST_FUNCTION = 35
LONGEST_TEST = 60
LONGEST_FILE = 400
NINETIETH_PERCENTILE = 18
# The borders where any error must end as a message: command lines, the node's loop and its child.
MAY_CATCH_EVERYTHING = {
    "migration_engine/cli/program.py",
    "migration_node/cli.py",
    "migration_node/agent.py",
    "migration_node/child.py",
}
NAMES_WITHOUT_MEANING = {"utils.py", "helpers.py", "misc.py", "common.py", "signals.py"}

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Function:
    """Where a function stands and how many lines it has, decorators apart."""

    path: str
    name: str
    lines: int


@cache
def _trees() -> dict[str, ast.Module]:
    files = [path for top in (*CODE, "tests") for path in sorted((ROOT / top).rglob("*.py"))]
    ours = [path for path in files if not set(path.parts) & {*GENERATED, "fixtures"}]
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8")) for path in ours}


def _functions(*, of_tests: bool) -> list[Function]:
    return [
        Function(path, node.name, (node.end_lineno or node.lineno) - node.lineno + 1)
        for path, tree in _trees().items()
        if path.startswith("tests/") is of_tests
        for node in ast.walk(tree)
        if isinstance(node, FunctionNode)
    ]


def _longer_than(limit: int, *, of_tests: bool) -> list[str]:
    return [
        f"{function.path}: {function.name} has {function.lines} lines"
        for function in _functions(of_tests=of_tests)
        if function.lines > limit
    ]


def _broad_handlers(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and _is_broad(node.type) and not _passes_it_on(node):
            yield node.lineno


def _passes_it_on(handler: ast.ExceptHandler) -> bool:
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def _is_broad(caught: ast.expr | None) -> bool:
    if isinstance(caught, ast.Tuple):
        return any(map(_is_broad, caught.elts))
    return caught is None or (isinstance(caught, ast.Name) and caught.id in {"Exception", "BaseException"})


def test_no_function_is_longer_than_a_screen() -> None:
    assert _longer_than(LONGEST_FUNCTION, of_tests=False) == []


def test_no_test_is_longer_than_a_screen() -> None:
    assert _longer_than(LONGEST_TEST, of_tests=True) == []


def test_nine_of_ten_functions_are_short() -> None:
    lengths = sorted(function.lines for function in _functions(of_tests=False))
    assert lengths[len(lengths) * 9 // 10] <= NINETIETH_PERCENTILE


def test_no_file_is_longer_than_one_idea() -> None:
    sizes = {path: (ROOT / path).read_text(encoding="utf-8").count("\n") for path in _trees()}
    assert {path: lines for path, lines in sizes.items() if lines > LONGEST_FILE} == {}


def test_errors_are_caught_by_name() -> None:
    broad = {path: list(_broad_handlers(tree)) for path, tree in _trees().items()}
    found = {path for path, lines in broad.items() if lines and not path.startswith("tests/")}
    assert found - MAY_CATCH_EVERYTHING == set()


def test_every_module_has_a_docstring() -> None:
    assert [path for path, tree in _trees().items() if tree.body and not ast.get_docstring(tree)] == []


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [path for path in _trees() if Path(path).name in NAMES_WITHOUT_MEANING] == []
