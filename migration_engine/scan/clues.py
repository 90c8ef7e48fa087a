"""Says where in a Python text a rule can match at all, so that the rest need not be parsed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from migration_engine.model import RuleSet
from migration_engine.rules.vocabulary import FILES, Sighting
from migration_engine.scan.database import LINES, Database, Expression
from migration_engine.scan.telling import Dotted, dotted_of, is_telling, telling

_PROSE = frozenset({Sighting.URL, Sighting.COMMAND, Sighting.PROGRAM, Sighting.INDEX, Sighting.WHEEL})
_NPU = r"(?:^|[^iI])[nN][pP][uU]|[a-z]N[pP][uU]|[aA][sS][cC][eE][nN][dD]|[hH][cC][cC][lL]"
_IMPORT = r"(?:^|[;:])[ \t]*(?:import[ \t]|from[ \t.])"
_RENAMED = r"^[ \t]*\w+[ \t]*(?::[^=\n]*)?=[ \t(]*[A-Za-z_][\w.]*[ \t)]*(?:#[^\n]*)?$"
_ALWAYS = (r"transfer_to_npu", r"\bimport_module\s*\(", r"\b__import__\s*\(")


@dataclass(slots=True)
class Marks:
    """Offsets in one text: where a rule may match, and what the reading of that depends on."""

    rules: list[int] = field(default_factory=list)
    npu: list[int] = field(default_factory=list)
    imports: list[int] = field(default_factory=list)
    renamed: list[int] = field(default_factory=list)


class Clues:
    """What all patterns of a rule set have in common with the texts that they match in."""

    def __init__(self, ruleset: RuleSet, cache: Path | None = None) -> None:
        expressions = tuple(sorted(set(_expressions(ruleset)), key=lambda one: (one.pattern, one.flags)))
        self.everywhere = not all(is_telling(one.pattern) for one in expressions)
        self._dotted = _by_root(ruleset)
        self._rules = len(expressions)
        marks = (_NPU, _IMPORT, _RENAMED)
        self._database = Database((*expressions, *(Expression(one, LINES) for one in marks)), cache)
        self.hides = lru_cache(maxsize=65536)(self._hides)

    def marks(self, source: bytes) -> Marks:
        marks = Marks()
        lists = (marks.npu, marks.imports, marks.renamed)
        rules, add = self._rules, marks.rules.append

        def found(number: int, start: int, end: int, flags: int, context: object) -> None:
            if number < rules:
                add(end - 1)
            else:
                lists[number - rules].append(end - 1)

        self._database.scan(source, found)
        return marks

    def _hides(self, dotted: str, bound: str) -> bool:
        """Whether a use of the name `bound` can mean what a rule wants, without saying any of its words."""
        root = dotted.partition(".")[0]
        return any(one.hidden_by(dotted, bound) for one in (*self._dotted[root], *self._dotted["*"]))


def _patterns(ruleset: RuleSet) -> Iterator[tuple[str, str]]:
    for rule in ruleset.rules:
        for kind, patterns in rule.match.items():
            if kind not in (FILES, Sighting.FILE):
                yield from ((kind, pattern) for pattern in patterns)


def _expressions(ruleset: RuleSet) -> Iterator[Expression]:
    split: set[str] = set()
    for kind, pattern in _patterns(ruleset):
        insensitive = "(?i)" if kind in _PROSE else ""
        yield from (Expression(f"{insensitive}{one}", LINES) for one in telling(kind, pattern))
        dotted = dotted_of(pattern) if kind == Sighting.API else None
        if dotted and len(dotted.searched) > 1:
            split.update(part for part in dotted.searched if part.isidentifier())
    yield from (Expression(one) for one in _ALWAYS)
    if split:
        yield Expression(rf"\bgetattr\s*\([^\n]*[\"'](?:{'|'.join(sorted(split))})[\"']")


def _by_root(ruleset: RuleSet) -> dict[str, list[Dotted]]:
    index: dict[str, list[Dotted]] = defaultdict(list)
    for kind, pattern in _patterns(ruleset):
        if kind == Sighting.API and (dotted := dotted_of(pattern)):
            root = dotted.parts[0]
            index[root if root.isidentifier() else "*"].append(dotted)
    return index
