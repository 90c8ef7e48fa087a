"""Follows `if` chains and `case` of a script: what runs only where its NPU branch does not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from migration_engine.expression import expression
from migration_engine.scan.readers.shell.lines import LogicalLine
from migration_engine.scan.readers.shell.words import Word, simple_commands

_NPU = r"(?<![a-z])(?:npu|ascend|davinci|hccl|cann)(?![a-z])"
_ASKS = expression(_NPU, re.IGNORECASE)
_ASKS_ABSENCE = expression(rf"(?:!\s|!=|-z\s)[^;&|\n]*?{_NPU}", re.IGNORECASE)
_OPENERS, _MIDDLES, _CLOSERS = (
    frozenset({"if", "case"}),
    frozenset({"elif", "else"}),
    frozenset({"fi", "esac"}),
)
_BEFORE_KEYWORDS = frozenset({"then", "else", "do", "{", "!"})
_PATTERN = expression(r"\s*\(?([^()\n]+)\)")
_CLOSES_ARM = expression(r";;&?\s*$|;&\s*$")

_DEEPEST = 50  # deeper ones decide about nothing, so that no line is visited more often


@dataclass(slots=True)
class _Branch:
    """Lines from one condition or pattern up to the next."""

    first: int
    npu: bool = False
    last: int = 0


@dataclass(slots=True)
class _Chain:
    branches: list[_Branch] = field(default_factory=list)
    absence: int = 0
    """The line of a condition that asks for the absence of an NPU: any other branch is one with it."""
    awaits_pattern: bool = False

    def begin(self, line: int, condition: str) -> None:
        if self.branches:
            self.branches[-1].last = line
        if _ASKS_ABSENCE.search(condition):
            self.absence = self.absence or line
            self.branches.append(_Branch(line))
        else:
            self.branches.append(_Branch(line, bool(_ASKS.search(condition))))

    def serving(self) -> int:
        """The line that serves an NPU; 0 when there is none."""
        return next((branch.first for branch in self.branches if branch.npu), self.absence)

    def others(self) -> Iterable[int]:
        absent_only = self.absence and not any(branch.npu for branch in self.branches)
        for branch in self.branches:
            if not branch.npu and (not absent_only or branch.first == self.absence):
                yield from range(branch.first, branch.last)


class Branches:
    """For each line of a script the line of the branch that serves an NPU in its place."""

    def __init__(self, lines: Iterable[LogicalLine]) -> None:
        self._handled: dict[int, int] = {}
        self._chains: list[_Chain] = []
        for line in lines:
            self._follow(line)

    def handled_at(self, line: int) -> int:
        return self._handled.get(line, 0)

    def _follow(self, line: LogicalLine) -> None:
        chain = self._chains[-1] if self._chains else None
        if chain and chain.awaits_pattern and (pattern := _PATTERN.match(line.text)):
            chain.awaits_pattern = False
            chain.begin(line.line, pattern.group(1))
        for word in _keywords(line.text):
            self._keyword(word.text, line.text[word.begin + len(word.text) :], line.line)
        if self._chains and _CLOSES_ARM.search(line.text):
            self._chains[-1].awaits_pattern = True

    def _keyword(self, word: str, rest: str, line: int) -> None:
        if word in _OPENERS:
            self._chains.append(_Chain(awaits_pattern=word == "case"))
        if self._chains and (word == "if" or word in _MIDDLES):
            self._chains[-1].begin(line, rest if word != "else" else "")
        elif self._chains and word in _CLOSERS:
            self._close(self._chains.pop(), line)

    def _close(self, chain: _Chain, line: int) -> None:
        serving = chain.serving()
        if not serving or len(self._chains) > _DEEPEST:
            return
        chain.branches[-1].last = line
        for other in chain.others():
            self._handled.setdefault(other, serving)


def _keywords(text: str) -> Iterator[Word]:
    """The words that open, part or close a chain, each where a command may begin."""
    for words in simple_commands(text):
        for word in words:
            if word.text in _OPENERS or word.text in _MIDDLES or word.text in _CLOSERS:
                yield word
            if word.text not in _BEFORE_KEYWORDS:
                break


def branches_of(text: str, lines: Iterable[LogicalLine]) -> Branches:
    """Nothing is followed in a script that names no NPU."""
    return Branches(lines if _ASKS.search(text) else ())
