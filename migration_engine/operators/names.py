"""The names of all operators that any table lists: all that a scan wants to know of the tables."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def rows() -> tuple[str, ...]:
    """The rows of `support.csv`, the header first; no cell holds a comma, a quote or a line break."""
    return tuple(Path(__file__).with_name("support.csv").read_text("utf-8").splitlines())


@cache
def known_names() -> frozenset[str]:
    """The full name of each operator."""
    return frozenset(row.partition(",")[0] for row in rows()[1:])
