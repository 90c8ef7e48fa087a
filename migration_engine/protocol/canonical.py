"""One byte form for a JSON value, so that equal documents have equal hashes and signatures."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from migration_engine.errors import SpecInvalid
from migration_engine.text import Text

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | float | bool | None"


def canonical_bytes(value: Json) -> bytes:
    """Sorted keys, no blanks, UTF-8; NaN and infinity have no JSON form and are refused."""
    try:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        return text.encode("utf-8")
    except (TypeError, ValueError) as error:
        raise SpecInvalid(
            Text(
                f"not a JSON document ({error}); send finite numbers, text, lists and objects",
                f"不是 JSON 文档（{error}），只能发送有限数值、文本、列表与对象",
            )
        ) from error


def digest(document: bytes) -> str:
    """The SHA-256 by which evidence is known."""
    return hashlib.sha256(document).hexdigest()
