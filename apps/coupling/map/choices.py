"""What the toolbar of the map filters by: couplings and rules, each with its number."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from urllib.parse import quote_plus

from apps.coupling.filters import COUPLINGS
from apps.coupling.map.query import MapQuery
from apps.coupling.matching import Matches
from apps.coupling.selectors import RuleOption


@dataclass(frozen=True, slots=True)
class Chip:
    """A coupling that can be filtered by, with its number of components."""

    coupling: str
    count: int
    is_on: bool


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """A rule that can be filtered by, with its number of findings."""

    title: str
    shown: str
    href: str
    is_on: bool


def chips(found: Matches, query: MapQuery) -> tuple[Chip, ...]:
    """Return one for each coupling."""
    counted = Counter(one.coupling for one in found.components)
    return tuple(Chip(one, counted[one], one in query.coupling) for one in COUPLINGS)


def rule_choices(options: tuple[RuleOption, ...], query: MapQuery) -> tuple[RuleChoice, ...]:
    """Return one for each rule that hit, in the order of the options."""
    begin = query.open_ended("rule")
    return tuple(
        RuleChoice(one.rule.title, one.shown, begin + quote_plus(one.rule.id), one.rule.id == query.rule)
        for one in options
    )
