"""Letters that nobody sees but that reorder, hide or break what stands beside them."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

# Lay-out that logs and descriptions need, and the joiners without which some scripts and emoji fall apart.
_KEPT = frozenset("\t\n\r\u200c\u200d")
_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def is_hidden(letter: str) -> bool:
    """Tell whether a letter is a control, a direction mark or another letter without a shape."""
    return letter not in _KEPT and unicodedata.category(letter) in _CATEGORIES


def one_line(text: str) -> str:
    """Return a name as it may be shown beside other text: no hidden letter, no line break, single blanks."""
    seen = "".join(letter for letter in text if not is_hidden(letter))
    return re.sub(r"\s+", " ", seen).strip()


def spelled_out(text: str) -> str:
    r"""Return the text with each hidden letter as its escape (\x1b, \u202e), for those who look for it."""
    return "".join(_escape(letter) if is_hidden(letter) else letter for letter in text)


def spelled_out_in(value: Any) -> Any:
    """Return a JSON value with every text in it spelled out."""
    if isinstance(value, str):
        return spelled_out(value)
    if isinstance(value, dict):
        return {spelled_out(key): spelled_out_in(inner) for key, inner in value.items()}
    return [spelled_out_in(inner) for inner in value] if isinstance(value, list) else value


def _escape(letter: str) -> str:
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
