"""Derives from all patterns of a rule set what is searched in Python texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from migration_engine.model import RuleSet
from migration_engine.rules.vocabulary import FILES, Sighting
from migration_engine.scan.search.dotted import Dotted, dotted_of
from migration_engine.scan.search.telling import is_telling, telling
from migration_engine.scan.search.words import Word, word_of
from migration_engine.value import Value

_ALWAYS = (
    r"transfer_to_npu",  # the switch of a whole program
    r"subprocess\s*\.\s*(?:run|Popen|call|check_|get)|create_subprocess_|os\.system|os\.popen|shutil\.which",
    r"(?:[\"';:]|\\n)[ \t]*(?:import|from)[ \t]+\w",  # code in strings
    r"__(?:global|device|shared)__|#\s*include\s*[<\"](?:cuda|cub|thrust|ATen|c10)",
    r"c(?:uda|pp)_(?:sources|src)|RawKernel|RawModule|ElementwiseKernel|ReductionKernel|SourceModule",
    r"\bimport_module\s*\(|\b__import__\s*\(",
    r"\w[ \t\\]*\n[ \t]*\.\w|\w\.[ \t]*\\\n",  # a name that goes on in the next line
)
_ANY_ROOT = frozenset({""})


class Searched(Value, frozen=True):
    """What is searched: first mere words, then other expressions."""

    everywhere: bool
    """Whether a pattern says so little that every text must be read whole."""
    words: tuple[Word, ...]
    others: tuple[str, ...]
    roots: tuple[frozenset[str], ...]
    """For each of all these the packages of which a text must import one: `""` for none in particular."""
    dotted: Mapping[str, tuple[Dotted, ...]]
    """Patterns of dotted names by where they begin, `*` for those that do not say."""


def searched(ruleset: RuleSet) -> Searched:
    """All that the rules say; it takes longer than to scan some files, so it is kept."""
    told = _told(ruleset)
    words, roots = _words(told)
    others = {expression: told[expression] for expression in sorted(told) if not word_of(expression)}
    others |= dict.fromkeys((*_ALWAYS, *_by_name(ruleset)), _ANY_ROOT)
    return Searched(
        everywhere=not all(map(is_telling, told)),
        words=tuple(words),
        others=tuple(others),
        roots=(*roots, *others.values()),
        dotted=_by_root(ruleset),
    )


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


def _by_root(ruleset: RuleSet) -> dict[str, tuple[Dotted, ...]]:
    index: dict[str, list[Dotted]] = defaultdict(list)
    for kind, pattern in _patterns(ruleset):
        if kind == Sighting.API and (dotted := dotted_of(pattern)):
            index[_root(pattern) or "*"].append(dotted)
    return {root: tuple(found) for root, found in index.items()}
