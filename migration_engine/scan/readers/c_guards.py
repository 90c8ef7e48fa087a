"""Follows the conditions of the preprocessor: what an NPU branch serves, and what is never compiled."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from migration_engine.expression import expression

_DIRECTIVE = expression(
    r"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|else|endif)\b((?:[^\\\n]|\\\n|\\.)*)", re.MULTILINE
)
_NPU = expression(r"(?<![a-zA-Z])NPU(?![a-zA-Z])|ASCEND|CANN(?![a-zA-Z])|HCCL", re.IGNORECASE)
_NOT = expression(r"!\s*(?:defined\b\s*\(?\s*)?\w*(?:NPU|ASCEND|CANN)", re.IGNORECASE)

_DEEPEST = 50  # deeper ones decide about nothing, so that no row is visited more often


@dataclass(slots=True)
class _Branch:
    """Rows from 0 that one condition decides about."""

    first: int
    last: int = 0
    npu: bool = False
    dead: bool = False


@dataclass(slots=True)
class _Chain:
    branches: list[_Branch] = field(default_factory=list)
    all_others: bool = False
    """Whether its first condition asks for the absence of an NPU: any other case is one with it."""


class Guards:
    """For each row the line that serves it on an NPU, and whether it is compiled at all."""

    def __init__(self, code: str) -> None:
        self._handled: dict[int, int] = {}
        self._dead: set[int] = set()
        chains: list[_Chain] = []
        row, at = 0, 0
        for found in _DIRECTIVE.finditer(code):
            row += code.count("\n", at, found.start())
            at = found.start()
            self._directive(found.group(1), found.group(2), row, chains)

    def handled_at(self, row: int) -> int:
        return self._handled.get(row, 0)

    def is_dead(self, row: int) -> bool:
        return row in self._dead

    def _directive(self, word: str, condition: str, row: int, chains: list[_Chain]) -> None:
        if word.startswith("if"):
            chains.append(_Chain())
        if not chains:
            return
        chain = chains[-1]
        if chain.branches:
            chain.branches[-1].last = row
        if word == "endif":
            self._close(chains.pop(), len(chains))
            return
        absent = word == "ifndef" or bool(_NOT.search(condition))
        asks = bool(_NPU.search(condition))
        chain.all_others = chain.all_others or (asks and absent)
        npu = (asks and not absent) or (word == "else" and chain.all_others)
        chain.branches.append(_Branch(row, npu=npu, dead=word == "if" and condition.strip() == "0"))

    def _close(self, chain: _Chain, depth: int) -> None:
        if depth > _DEEPEST:
            return
        serving = next((branch.first + 1 for branch in chain.branches if branch.npu), 0)
        if not serving and chain.all_others:
            serving = chain.branches[0].first + 1  # left out where there is an NPU
        for branch in chain.branches:
            rows = range(branch.first + 1, branch.last)
            if branch.dead:
                self._dead.update(rows)
            elif serving and not branch.npu:
                for row in rows:
                    self._handled.setdefault(row, serving)
