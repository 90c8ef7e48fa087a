"""Says where in a Python text a rule can match at all, so that the rest need not be parsed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from migration_engine.model import RuleSet
from migration_engine.scan.search.database import LINES, Database, Expression, derived
from migration_engine.scan.search.dotted import Dotted
from migration_engine.scan.search.searched import Searched, searched

_NPU = (
    r"(?:^|[^a-z])(?:npu|ascend|hccl)(?:[^a-z]|$)"  # as a word of a name, not the one in `ascending`
    r"|(?:N[pP][uU]|A(?:scend|SCEND)|H(?:ccl|CCL))(?:[^a-z]|$)"
)
_IMPORT = r"(?:^|[;:])[ \t]*(?:import[ \t]|from[ \t.])"
_RENAMED = r"^[ \t]*\w+[ \t]*(?::[^=\n]*)?=[ \t(]*[A-Za-z_][\w.]*[ \t)]*(?:#[^\n]*)?$"
_RUNNERS = (
    *(f"subprocess.{name}" for name in ("run", "Popen", "call", "check_call", "check_output")),
    *("subprocess.getoutput", "subprocess.getstatusoutput", "os.system", "os.popen", "shutil.which"),
    *("asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell"),
)
_RUNNER = re.compile(r"(?:subprocess|os|shutil|asyncio)\b")


class Marks(msgspec.Struct):
    """Offsets in one text: where a rule may match, and what the reading of that depends on."""

    rules: list[tuple[int, int]] = msgspec.field(default_factory=list)
    """Each with the number of its expression."""
    npu: list[int] = msgspec.field(default_factory=list)
    imports: list[int] = msgspec.field(default_factory=list)
    renamed: list[int] = msgspec.field(default_factory=list)


class Clues:
    """What all patterns of a rule set have in common with the texts that they match in."""

    def __init__(self, ruleset: RuleSet, cache: Path | None = None) -> None:
        self._searched = derived("clues", ruleset, Searched, lambda: searched(ruleset), cache)
        self.everywhere = self._searched.everywhere
        self._words, self._roots = self._searched.words, self._searched.roots
        self._expressions = (*(word.literal for word in self._words), *self._searched.others)
        expressions = (*self._expressions, _NPU, _IMPORT, _RENAMED)
        self._database = Database([Expression(one, LINES) for one in expressions], cache)
        self._dotted = _by_two_parts(self._searched.dotted)
        self._anywhere = tuple(
            {one.core for one in self._searched.dotted.get("*", ()) if one.begins_anywhere}
        )
        self.hides = lru_cache(maxsize=65536)(self._hides)
        self.judged: dict[int, Any] = {}
        """What the reader of Python found out about import statements: it holds for these rules."""

    def expressions(self) -> tuple[str, ...]:
        """What is searched for rules, as regular expressions."""
        return self._expressions

    def marks(self, source: bytes) -> Marks:
        marks = Marks()
        lists = (marks.npu, marks.imports, marks.renamed)
        rules, add, words, known = len(self._expressions), marks.rules.append, self._words, len(self._words)

        def found(number: int, start: int, end: int, flags: int, context: object) -> None:
            if number >= rules:
                lists[number - rules].append(end - 1)
            elif number >= known or words[number].stands(source, end):
                add((end - 1, number))

        self._database.scan(source, found)
        return marks

    def meant(self, marks: Marks, packages: Collection[str] | None) -> list[int]:
        """In order, where a rule may match in a text that imports from these packages, or from any."""
        if packages is None:
            return sorted({offset for offset, _ in marks.rules})
        meant = {
            number
            for number in {number for _, number in marks.rules}
            if not self._roots[number].isdisjoint(packages)
        }
        return sorted({offset for offset, number in marks.rules if number in meant})

    def _hides(self, dotted: str, bound: str) -> frozenset[str]:
        """How a use of the name `bound` can mean what a rule wants without saying its words: by which ends.

        An empty end stands for the bare name.
        """
        left = {one.left_of(dotted, bound) for one in self._like(dotted)}
        for core in self._anywhere:
            if core in dotted:
                left.add("")
        return frozenset(end for end in (*left, *_runs(dotted, bound)) if end is not None)

    def _like(self, dotted: str) -> Iterator[Dotted]:
        """Patterns that may begin as the name does."""
        root, _, rest = dotted.partition(".")
        second = rest.partition(".")[0]
        for key in (f"{root}.{second}", f"{root}.*") if second else (root,):
            yield from self._dotted.get(key, ())


def _runs(dotted: str, bound: str) -> Iterator[str]:
    """`""` of a name for `subprocess.run`, and `run` of one for `subprocess` that is called otherwise."""
    if not _RUNNER.match(dotted):
        return
    for runner in _RUNNERS:
        if runner == dotted:
            yield ""
        elif bound != dotted and runner.startswith(f"{dotted}."):
            yield runner.removeprefix(f"{dotted}.")


def _by_two_parts(by_root: Mapping[str, Sequence[Dotted]]) -> Mapping[str, Sequence[Dotted]]:
    """Also by the first two parts, `torch.*` for those whose second may be any or is none."""
    index: dict[str, list[Dotted]] = defaultdict(list)
    for root, patterns in by_root.items():
        index[root] += patterns
        for one in patterns if root != "*" else ():
            second = "".join(one.parts[1:2])
            index[f"{root}.{second if second.isidentifier() else '*'}"].append(one)
    return dict(index)
