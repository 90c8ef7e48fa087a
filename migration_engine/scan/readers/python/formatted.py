"""Finds formatted strings that would hold up Python's own parser.

Until 3.12 it looks for the place of each field from the start of the string: its time grows with their
product, in C, where nothing interrupts it.
"""

from __future__ import annotations

import re

_OPENING = re.compile(r"\b(?:f|rf|fr)(\"\"\"|'''|\"|')", re.IGNORECASE)
_MOST = 1_000_000_000
_SMALLEST = 10_000


def refuse_endless(text: str) -> None:
    """Raise ValueError for a formatted string that has too many fields for its length."""
    if len(text) * text.count("{") <= _MOST:
        return
    at = 0
    while opening := _OPENING.search(text, at):
        end = text.find(opening[1], opening.end())
        at = len(text) if end < 0 else end + 1
        length = at - opening.end()
        if length > _SMALLEST and length * text.count("{", opening.end(), at) > _MOST:
            raise ValueError("a formatted string with too many fields")
