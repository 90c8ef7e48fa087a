"""Every refusal of the engine and the node speaks both languages of the product."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from migration_engine import errors
from migration_engine.errors import EngineError, IntakeRefused
from migration_engine.text import Text

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    path for room in ("migration_engine", "migration_node") for path in (ROOT / room).rglob("*.py")
)
KINDS = {
    name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, EngineError)
}
# Functions that make an error of an English and a Chinese sentence.
MAKERS = {"fail", "error", "_invalid", "_misfit", "_refusal"}
CHINESE = re.compile(r"[\u4e00-\u9fff\uff00-\uffef]")


def called(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            yield name, node


def written(node: ast.expr) -> str | None:
    """The fixed part of a text that stands in the source; None for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(written(part) or "" for part in node.values)
    return None


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_error_is_made_of_one_language(path: Path) -> None:
    for name, call in called(ast.parse(path.read_text("utf-8"))):
        if name in KINDS:
            assert call.args and written(call.args[0]) is None, f"line {call.lineno}: give a Text"


def test_each_pair_of_sentences_has_a_chinese_one() -> None:
    seen = 0
    for path in MODULES:
        for name, call in called(ast.parse(path.read_text("utf-8"))):
            texts = [text for text in map(written, call.args) if text is not None]
            if name in {"Text", *MAKERS} and len(texts) > 1:
                assert any(map(CHINESE.search, texts[1:])) or texts[0] == texts[1], f"{path}:{call.lineno}"
                seen += 1
    assert seen > 100


def test_logs_read_english_and_pages_the_readers_language() -> None:
    error = IntakeRefused(Text("pack it again", "请重新打包"), place="app.zip")

    assert (error.message, str(error)) == ("pack it again", "app.zip: pack it again")
    assert error.told().in_language("zh-hans") == "app.zip：请重新打包"
    assert error.told().in_language("en") == error.told().in_language("") == str(error)
