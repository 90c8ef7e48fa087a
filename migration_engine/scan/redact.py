"""Blanks secrets before anything of the scanned code is stored, logged or shown."""

from __future__ import annotations

import re

_MASK = "‹redacted›"
_LONGEST_ROW = 2000

_TOKEN_SHAPES = re.compile(
    r"\bsk-[A-Za-z0-9_-]{16,}"
    r"|\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{20,}"
    r"|\bgithub_pat_[A-Za-z0-9_]{20,}"
    r"|\bglpat-[A-Za-z0-9_-]{16,}"
    r"|\bhf_[A-Za-z0-9]{16,}"
    r"|\bxox[abprs]-[A-Za-z0-9-]{10,}"
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"
    r"|\bAIza[A-Za-z0-9_-]{30,}"
    r"|\b(?:pk|rk|sk)_(?:live|test)_[A-Za-z0-9]{16,}"
    r"|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"
    r"|\bnpm_[A-Za-z0-9]{30,}"
    r"|\bpypi-[A-Za-z0-9_-]{30,}"
    r"|\bdop_v1_[a-f0-9]{40,}"
    r"|\bLTAI[A-Za-z0-9]{12,}"
)
_KEY_BLOCK = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL
)
_IN_URL = re.compile(r"(?<=://)[^\s/@:'\"]{0,200}:[^\s/@'\"]{1,200}(?=@)")
_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}")
_NAMED = re.compile(
    r"(?i)((?<![\w.-])[\"']?[\w.-]*(?:api[_-]?key|secret|token|passw(?:or)?d|passwd|pwd|credential|access[_-]?key|private[_-]?key|auth)"
    r"[\w.-]*+[\"']?\s*(?:=|:|=>|,)\s*)"
    r"(\"[^\"\n]{1,400}\"|'[^'\n]{1,400}'|[^\s\"',;#)}\]]{6,400})"
)
_PLACEHOLDER = re.compile(
    r"""["']?(?:\$\{|\$\(|\$[A-Za-z_]\w*["']?$|\{\{|<[^>]*>|\{[\w.]*\}|%s|(?:none|null|true|false)\b)""",
    re.IGNORECASE,
)
_COMPUTED = re.compile(r"os\.|environ|getenv|process\.|(?:str|int)\b|self\.|args\.|[\w.]+[\[(]|\d{1,6}\b")
_RANDOM = re.compile(r"(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9]{20,}$")
_CODE = re.compile(r"^[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)*\(?$")


def redacted(text: str) -> str:
    """The text with every value that looks like a secret blanked; lines stay where they are."""
    text = _KEY_BLOCK.sub(lambda found: _MASK + "\n" * found.group().count("\n"), text)
    return "\n".join(_row(row) for row in text.split("\n"))


def _row(row: str) -> str:
    row = row[:_LONGEST_ROW]
    row = _TOKEN_SHAPES.sub(_MASK, row)
    row = _IN_URL.sub(_MASK, row)
    row = _BEARER.sub(lambda found: f"{found.group(1)} {_MASK}", row)
    return _NAMED.sub(_named, row)


def _named(found: re.Match[str]) -> str:
    """A name of a secret with its value; code that only computes the value stays readable."""
    lead, value = found.groups()
    if _MASK in value or _PLACEHOLDER.match(value):
        return found.group()
    if value[0] in "\"'":
        return f"{lead}{value[0]}{_MASK}{value[0]}"
    return found.group() if _is_code(lead, value) else lead + _MASK


def _is_code(lead: str, value: str) -> bool:
    if _RANDOM.match(value):
        return False
    return bool(_COMPUTED.match(value) or (_CODE.match(value) and "=" in lead and " " in lead))
