"""Finds text that is valid JSON and that no database keeps: NUL and half a surrogate pair."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")

Path = tuple["Path", str | int] | None
"""The step into a value behind the steps into what holds it; most paths are never spelled out."""


def unstorable(document: object) -> list[str | int] | None:
    """The path to the first such text; None when all of it can be kept. Nesting may be of any depth."""
    if _is_plain(document):
        return None
    waiting: list[tuple[object, Path]] = [(document, None)]
    while waiting:
        value, path = waiting.pop()
        if isinstance(value, str):
            if _UNSTORABLE.search(value):
                return _steps(path)
        else:
            waiting += reversed([*_inside(value, path)])
    return None


def _is_plain(document: object) -> bool:
    """No NUL and no half a pair: told by writing it as JSON, many times as fast as looking at each text."""
    try:
        return b"\\u0000" not in msgspec.json.encode(document)
    except (ValueError, TypeError, RecursionError):  # half a pair, or no JSON: then every text is looked at
        return False


def _inside(value: object, path: Path) -> Iterator[tuple[object, Path]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield key, path
            yield item, (path, key)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield item, (path, index)


def _steps(path: Path) -> list[str | int]:
    steps: list[str | int] = []
    while path is not None:
        path, step = path
        steps.append(step)
    return steps[::-1]
