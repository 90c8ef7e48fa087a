"""Bars that divide a width by the files of each coupling."""

from __future__ import annotations

from dataclasses import dataclass

from migration_engine.coupling import Share

CARD_BAR = 112


@dataclass(frozen=True, slots=True)
class Bar:
    """One piece of a share bar."""

    coupling: str
    x: float
    w: float


def bars(share: Share, width: int = CARD_BAR) -> tuple[Bar, ...]:
    """Divide WIDTH by the shares; whatever is there at all stays visible."""
    total = share.files or 1
    x = 0.0
    pieces = []
    for coupling, count in (("strong", share.strong), ("weak", share.weak), ("none", share.none)):
        if count:
            w = max(2.0, round(width * count / total, 1))
            pieces.append(Bar(coupling, round(x, 1), min(w, max(2.0, width - x))))
            x += w
    return tuple(pieces)
