"""Model facts as their page shows them, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.core.templatetags.texts import in_language
from migration_engine.facts import PROPERTY_NAMES, STATE_NAMES, OperatorRow, Property, summary_of
from migration_engine.model import LoosePackage, ModelFact, TreeScan
from migration_engine.operators.table import State, Statement

SHOWN = 4
STANDINGS: dict[str, str | Promise] = {
    "unknown": _("unknown"),
    "one value": _("one value"),
    "several values": _("several"),
    "conflict": _("conflict"),
}
STATE_CHIPS = {
    State.SUPPORTED: "chip--good",
    State.LIMITED: "chip--warn",
    State.UNSUPPORTED: "chip--bad",
    State.UNKNOWN: "",
}


@dataclass(frozen=True, slots=True)
class ValueShown:
    """One value with its first places and the rest of them."""

    text: str
    places: tuple[ModelFact, ...]
    more: tuple[ModelFact, ...]


@dataclass(frozen=True, slots=True)
class PropertyShown:
    """One property with its standing as a word and as a code."""

    name: str
    code: str
    standing: str | Promise
    values: tuple[ValueShown, ...]


@dataclass(frozen=True, slots=True)
class OperatorShown:
    """One operator with its state in words."""

    row: OperatorRow
    state: str
    chip: str

    @property
    def statements(self) -> tuple[StatementShown, ...]:
        """What each source says."""
        return tuple(
            StatementShown(one, in_language(STATE_NAMES[one.state])) for one in self.row.support.statements
        )


@dataclass(frozen=True, slots=True)
class StatementShown:
    """What one source says, with its state in words."""

    said: Statement
    state: str

    @property
    def dtypes(self) -> tuple[str, ...]:
        """The dtypes, where they are a limit."""
        return self.said.dtypes if self.said.state is State.LIMITED else ()


@dataclass(frozen=True, slots=True)
class StateCount:
    """How many operators are in a state; `code` is its value in addresses."""

    code: str
    name: str
    chip: str
    count: int


@dataclass(frozen=True, slots=True)
class PackageShown:
    """One package that stands on one side alone, with its first places and the rest of them."""

    name: str
    end: str
    places: tuple[LoosePackage, ...]
    more: tuple[LoosePackage, ...]


@dataclass(frozen=True, slots=True)
class FactsPage:
    """All that the page shows; `operators` are those of the chosen state."""

    version: str
    properties: tuple[PropertyShown, ...]
    states: tuple[StateCount, ...]
    state: str
    operators: tuple[OperatorShown, ...]
    packages: tuple[PackageShown, ...]


def facts_page(scan: TreeScan, version: str, state: str) -> FactsPage:
    """Return what the scan knows, its operators narrowed to a state if that is one."""
    summary = summary_of(scan, version)
    states = tuple(
        StateCount(one.value, in_language(STATE_NAMES[one]), STATE_CHIPS[one], count)
        for one, count in summary.states.items()
    )
    chosen = state if state in {one.code for one in states} else ""
    rows = [row for row in summary.operators if not chosen or row.support.state.value == chosen]
    return FactsPage(
        version=summary.version,
        properties=tuple(map(_property, summary.properties)),
        states=states,
        state=chosen,
        operators=tuple(map(_operator, rows)),
        packages=tuple(_packages(scan)),
    )


def _packages(scan: TreeScan) -> Iterator[PackageShown]:
    for (end, name), places in groupby(scan.packages, lambda one: (one.end, one.name)):
        first, *rest = places
        yield PackageShown(name, end.value, (first, *rest[: SHOWN - 1]), tuple(rest[SHOWN - 1 :]))


def _property(one: Property) -> PropertyShown:
    values = tuple(ValueShown(v.text, v.places[:SHOWN], v.places[SHOWN:]) for v in one.values)
    code = one.standing.value
    return PropertyShown(in_language(PROPERTY_NAMES[one.kind]), code, STANDINGS[code], values)


def _operator(row: OperatorRow) -> OperatorShown:
    state = row.support.state
    return OperatorShown(row, in_language(STATE_NAMES[state]), STATE_CHIPS[state])
