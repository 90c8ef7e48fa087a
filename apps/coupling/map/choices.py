"""What the toolbar of the map filters by: couplings and rules, each with its number."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from urllib.parse import quote_plus

from apps.coupling.filters import COUPLINGS, MARKS
from apps.coupling.findings.rule_options import RuleOption
from apps.coupling.map.query import MapQuery
from apps.coupling.matching import Matches


@dataclass(frozen=True, slots=True)
class Chip:
    """A coupling, or “left out”, that can be filtered by, with its number of components."""

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
    """Return one for each coupling, and one for what is left out where something is."""
    counted = Counter(one.mark for one in found.components)
    every = (Chip(one, counted[one], one in query.coupling) for one in MARKS)
    return tuple(one for one in every if one.coupling in COUPLINGS or one.count or one.is_on)


def rule_choices(options: tuple[RuleOption, ...], query: MapQuery) -> tuple[RuleChoice, ...]:
    """Return one for each rule that hit, in the order of the options."""
    begin = query.open_ended("rule")
    return tuple(
        RuleChoice(one.rule.title, one.shown, begin + quote_plus(one.rule.id), one.rule.id == query.rule)
        for one in options
    )
