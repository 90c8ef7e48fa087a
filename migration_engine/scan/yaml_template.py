"""Makes plain YAML of a template: its actions are blanked, so that all else keeps its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ACTION = re.compile(r"\{\{(?:[^{}]|\{(?!\{)|\}(?!\})){0,4000}+\}\}|\{%[^%]{0,4000}+%\}|\{#[^#]{0,4000}+#\}")
_STRING = re.compile(r"\"([^\"\n]{1,200})\"|'([^'\n]{1,200})'|`([^`\n]{1,200})`")
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
    text = action.string
    begin = text.rfind("\n", 0, action.start()) + 1
    end = text.find("\n", action.end())
    row = text[begin : end if end >= 0 else len(text)]
    return len(row) < 4000 and not _ACTION.sub("", row).strip()


def words_in_actions(text: str) -> Iterator[tuple[int, str]]:
    """Offset and value of each text that an action holds, such as a default."""
    for action in _ACTION.finditer(text):
        for found in _STRING.finditer(action.group()):
            group = found.lastindex or 0
            yield action.start() + found.start(group), found.group(group)
