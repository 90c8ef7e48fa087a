"""Groups what files say: a property is unknown, has one value, or several that contradict each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from migration_engine.model import FactKind, ModelFact, OperatorUse, TreeScan
from migration_engine.operators.table import State, Support, operator_table

_WORST_FIRST = (State.UNSUPPORTED, State.UNKNOWN, State.LIMITED, State.SUPPORTED)
# An application may load several models, and pad in several ways, without any contradiction.
_MANY = frozenset({FactKind.SERVED_MODEL, FactKind.DYNAMIC_SHAPES})


class Standing(StrEnum):
    """What is known of a property."""

    UNKNOWN = "unknown"
    ONE = "one value"
    SEVERAL = "several values"
    CONFLICT = "conflict"


UNKNOWN = Standing.UNKNOWN


@dataclass(frozen=True, slots=True)
class Value:
    """One value with every place that gives it, the most certain first."""

    text: str
    places: tuple[ModelFact, ...]


@dataclass(frozen=True, slots=True)
class Property:
    """One property with its values, the one that most places give first."""

    kind: FactKind
    values: tuple[Value, ...]

    @property
    def standing(self) -> Standing:
        """Whether it is known, and whether its places agree."""
        if len(self.values) < 2:
            return Standing.ONE if self.values else Standing.UNKNOWN
        return Standing.SEVERAL if self.kind in _MANY else Standing.CONFLICT


@dataclass(frozen=True, slots=True)
class OperatorRow:
    """One operator with its support and the files that use it."""

    support: Support
    uses: tuple[OperatorUse, ...]

    @property
    def count(self) -> int:
        """How often it is used in all files."""
        return sum(use.count for use in self.uses)


@dataclass(frozen=True, slots=True)
class ModelSummary:
    """Every property in a fixed order, and the operators, those that cannot run first."""

    properties: tuple[Property, ...]
    operators: tuple[OperatorRow, ...]
    version: str

    @property
    def states(self) -> Mapping[State, int]:
        """How many operators are in each state; every state is there."""
        counted = Counter(row.support.state for row in self.operators)
        return {state: counted[state] for state in _WORST_FIRST}


def summary_of(scan: TreeScan, version: str = "") -> ModelSummary:
    """What the scan knows. Raises TableUnknown for a torch_npu version without a table."""
    table = operator_table(version)
    by_name: dict[str, list[OperatorUse]] = {}
    for use in scan.operators:
        by_name.setdefault(use.name, []).append(use)
    rows = [OperatorRow(table.of(name), tuple(uses)) for name, uses in by_name.items()]
    return ModelSummary(
        properties=tuple(_property(kind, scan.facts) for kind in FactKind),
        operators=tuple(sorted(rows, key=_rank)),
        version=table.version,
    )


def _rank(row: OperatorRow) -> tuple[int, int, str]:
    return _WORST_FIRST.index(row.support.state), -row.count, row.support.name


def _property(kind: FactKind, facts: Iterable[ModelFact]) -> Property:
    by_value: dict[str, list[ModelFact]] = {}
    for fact in facts:
        if fact.kind is kind:
            by_value.setdefault(fact.value, []).append(fact)
    values = [Value(text, tuple(sorted(places, key=_certain_first))) for text, places in by_value.items()]
    return Property(kind, tuple(sorted(values, key=lambda one: (-len(one.places), one.text))))


_SURE: Sequence[str] = ("certain", "likely", "possible")


def _certain_first(fact: ModelFact) -> tuple[int, str, int]:
    return _SURE.index(fact.confidence.value), fact.path, fact.line
