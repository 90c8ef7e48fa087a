"""Says where in a Python text a rule can match at all, so that the rest need not be parsed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from migration_engine.model import RuleSet
from migration_engine.rules.vocabulary import FILES, Sighting
from migration_engine.scan.search.database import LINES, Database, Expression
from migration_engine.scan.search.dotted import Dotted, dotted_of
from migration_engine.scan.search.telling import is_telling, telling
from migration_engine.scan.search.words import Word, word_of

_NPU = r"(?:^|[^iI])[nN][pP][uU]|[a-z]N[pP][uU]|[aA][sS][cC][eE][nN][dD]|[hH][cC][cC][lL]"
_IMPORT = r"(?:^|[;:])[ \t]*(?:import[ \t]|from[ \t.])"
_RENAMED = r"^[ \t]*\w+[ \t]*(?::[^=\n]*)?=[ \t(]*[A-Za-z_][\w.]*[ \t)]*(?:#[^\n]*)?$"
_ALWAYS = (
    r"transfer_to_npu",  # the switch of a whole program
    r"subprocess\s*\.\s*(?:run|Popen|call|check_|get)|create_subprocess_|os\.system|os\.popen|shutil\.which",
    r"(?:[\"';:]|\\n)[ \t]*(?:import|from)[ \t]+\w",  # code in strings
    r"__(?:global|device|shared)__|#\s*include\s*[<\"](?:cuda|cub|thrust|ATen|c10)",
    r"c(?:uda|pp)_(?:sources|src)|RawKernel|RawModule|ElementwiseKernel|ReductionKernel|SourceModule",
    r"\bimport_module\s*\(|\b__import__\s*\(",
    r"\w[ \t\\]*\n[ \t]*\.\w|\w\.[ \t]*\\\n",  # a name that goes on in the next line
)
_RUNNERS = (
    *(f"subprocess.{name}" for name in ("run", "Popen", "call", "check_call", "check_output")),
    *("subprocess.getoutput", "subprocess.getstatusoutput", "os.system", "os.popen", "shutil.which"),
    *("asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell"),
)
_ANY_ROOT = frozenset({""})


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
        told = _told(ruleset)
        self.everywhere = not all(map(is_telling, told))
        """Whether a pattern says so little that every text must be read whole."""
        self._words, roots = _words(told)
        others = {expression: told[expression] for expression in sorted(told) if not word_of(expression)}
        others |= dict.fromkeys((*_ALWAYS, *_by_name(ruleset)), _ANY_ROOT)
        self._roots = (*roots, *others.values())
        self._expressions = (*(word.literal for word in self._words), *others)
        expressions = (*self._expressions, _NPU, _IMPORT, _RENAMED)
        self._database = Database([Expression(one, LINES) for one in expressions], cache)
        self._dotted = _by_root(ruleset)
        self.hides = lru_cache(maxsize=65536)(self._hides)

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
        patterns = (*self._dotted[dotted.partition(".")[0]], *self._dotted["*"])
        left = {one.left_of(dotted, bound) for one in patterns} | set(_runs(dotted, bound))
        return frozenset(end for end in left if end is not None)


def _runs(dotted: str, bound: str) -> Iterator[str]:
    """`""` of a name for `subprocess.run`, and `run` of one for `subprocess` that is called otherwise."""
    for runner in _RUNNERS:
        if runner == dotted:
            yield ""
        elif bound != dotted and runner.startswith(f"{dotted}."):
            yield runner.removeprefix(f"{dotted}.")


def _patterns(ruleset: RuleSet) -> Iterator[tuple[str, str]]:
    for rule in ruleset.rules:
        for kind, patterns in rule.match.items():
            if kind not in (FILES, Sighting.FILE):
                yield from ((kind, one) for one in patterns if not one.startswith("@"))  # of JavaScript


def _told(ruleset: RuleSet) -> dict[str, frozenset[str]]:
    """Each expression with the packages of which a text must import one: `""` for none in particular."""
    told: dict[str, frozenset[str]] = {}
    for kind, pattern in _patterns(ruleset):
        root = frozenset({_root(pattern)}) if kind == Sighting.API else _ANY_ROOT
        for expression in telling(kind, pattern):
            told[expression] = told.get(expression, frozenset()) | root
    return told


def _root(pattern: str) -> str:
    """Where a dotted name begins, if the pattern says so."""
    dotted = dotted_of(pattern)
    return dotted.parts[0] if dotted and dotted.parts[0].isidentifier() else ""


def _words(told: Mapping[str, frozenset[str]]) -> tuple[list[Word], list[frozenset[str]]]:
    """One for each literal: the one that asks least of its edges, and all packages."""
    words: dict[str, Word] = {}
    roots: dict[str, frozenset[str]] = {}
    for expression in sorted(told):
        if word := word_of(expression):
            known = words.get(word.literal, word)
            words[word.literal] = Word(
                word.literal, word.length, word.left and known.left, word.right and known.right
            )
            roots[word.literal] = roots.get(word.literal, frozenset()) | told[expression]
    return list(words.values()), list(roots.values())


def _by_name(ruleset: RuleSet) -> Iterator[str]:
    """`getattr(torch, "device")` parts what is searched as one."""
    dotted = [dotted_of(pattern) for kind, pattern in _patterns(ruleset) if kind == Sighting.API]
    parts = {
        part
        for one in dotted
        if one and len(one.searched) > 1
        for part in one.searched
        if part.isidentifier()
    }
    if parts:
        yield rf"\bgetattr\s*\([^\n]*[\"'](?:{'|'.join(sorted(parts))})[\"']"


def _by_root(ruleset: RuleSet) -> dict[str, list[Dotted]]:
    index: dict[str, list[Dotted]] = defaultdict(list)
    for kind, pattern in _patterns(ruleset):
        if kind == Sighting.API and (dotted := dotted_of(pattern)):
            index[_root(pattern) or "*"].append(dotted)
    return index
