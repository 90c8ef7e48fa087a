"""Makes plain YAML of a template: its actions are blanked, so that all else keeps its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migration_engine.expression import expression

_ACTION = expression(r"\{\{(?:[^{}]|\{(?!\{)|\}(?!\})){0,4000}+\}\}|\{%[^%]{0,4000}+%\}|\{#[^#]{0,4000}+#\}")
_STRING = expression(r"\"([^\"\n]{1,200})\"|'([^'\n]{1,200})'|`([^`\n]{1,200})`")
_LONGEST_ROW = 1000
UNKNOWN = "…"


def is_template(text: str) -> bool:
    return "{{" in text or "{%" in text


def without_actions(text: str) -> str:
    """A row of actions alone is left empty; inside a row each becomes an unknown word of its length."""
    return _ACTION.sub(_blank, text)


def _blank(action: re.Match[str]) -> str:
    written = action.group()
    if "\n" in written or _stands_alone(action):
        return re.sub(r"[^\n]", " ", written)
    return UNKNOWN * len(written)


def _stands_alone(action: re.Match[str]) -> bool:
    """Whether its row holds nothing but actions; rows longer than any template's are not looked through."""
    text, start, end = action.string, action.start(), action.end()
    before = text[max(0, start - _LONGEST_ROW) : start].rpartition("\n")
    after = text[end : end + _LONGEST_ROW].partition("\n")
    row = f"{before[2]}{action.group()}{after[0]}"
    return len(row) < _LONGEST_ROW and not _ACTION.sub("", row).strip()


def words_in_actions(text: str) -> Iterator[tuple[int, str]]:
    """Offset and value of each text that an action holds, such as a default."""
    for action in _ACTION.finditer(text):
        for found in _STRING.finditer(action.group()):
            group = found.lastindex or 0
            yield action.start() + found.start(group), found.group(group)
