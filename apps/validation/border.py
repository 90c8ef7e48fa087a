"""What JSON must be before any of it may reach the database."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import isfinite

from rest_framework.serializers import ValidationError

MAX_DEPTH = 64
MAX_VALUES = 200_000
# NUL and halves of surrogate pairs are JSON, but no text that PostgreSQL can store.
_UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")

Place = tuple[str, ...]


def check_storable(body: object) -> None:
    """Raise ValidationError, named after the field, for JSON that the database could not keep."""
    for number, (place, value) in enumerate(_values(body)):
        problem = _problem(value, len(place)) or ("Too many values." if number > MAX_VALUES else "")
        if problem:
            raise ValidationError({".".join(place) or "body": [problem]})


def check_size(value: object, limit: int) -> None:
    """Raise ValidationError when the value is longer than LIMIT bytes of JSON."""
    if len(json.dumps(value, ensure_ascii=False).encode()) > limit:
        raise ValidationError(f"Longer than {limit} bytes of JSON.")


def _values(body: object) -> Iterator[tuple[Place, object]]:
    """Yield every value and key with its place; a stack of its own, for nothing bounds the depth yet."""
    waiting: list[tuple[Place, object]] = [((), body)]
    while waiting:
        place, value = waiting.pop()
        yield place, value
        if isinstance(value, dict):
            yield from ((place, key) for key in value)
            waiting += (((*place, str(key)), inner) for key, inner in value.items())
        elif isinstance(value, list):
            waiting += (((*place, str(number)), inner) for number, inner in enumerate(value))


def _problem(value: object, depth: int) -> str:
    if depth > MAX_DEPTH:
        return f"Nested deeper than {MAX_DEPTH} levels."
    if isinstance(value, str) and _UNSTORABLE.search(value):
        return "Text may contain neither NUL nor half a surrogate pair."
    if isinstance(value, float) and not isfinite(value):
        return "Numbers must be finite."
    return ""
