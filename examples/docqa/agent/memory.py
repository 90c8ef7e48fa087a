"""What was said before, cut to what fits into the context window."""

from __future__ import annotations

import json
from pathlib import Path

WINDOW_CHARACTERS = 12_000


class Conversation:
    def __init__(self, path: Path | None, turns: list[tuple[str, str]]):
        self.path = path
        self.turns = turns

    @classmethod
    def load(cls, name: str | None) -> Conversation:
        path = Path("conversations", f"{name}.json") if name else None
        turns = json.loads(path.read_text()) if path and path.exists() else []
        return cls(path, [tuple(turn) for turn in turns])

    def recent(self) -> list[tuple[str, str]]:
        """The newest turns that fit; older ones are dropped, never cut in half."""
        kept, used = [], 0
        for turn in reversed(self.turns):
            used += len(turn[0]) + len(turn[1])
            if used > WINDOW_CHARACTERS:
                break
            kept.append(turn)
        return kept[::-1]

    def add(self, question: str, reply: str) -> None:
        self.turns.append((question, reply))
        if self.path:
            self.path.parent.mkdir(exist_ok=True)
            self.path.write_text(json.dumps(self.turns))
