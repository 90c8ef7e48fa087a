"""An architect's word wins over the scanner's: what it can say, and how all words are applied."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from migration_engine.coupling.draft import Draft
from migration_engine.coupling.reasons import SET_BY
from migration_engine.model import Coupling, Layer, ScanReport


class OverrideKind(StrEnum):
    """What an override changes."""

    LAYER = "layer"
    COUPLING = "coupling"
    MERGE = "merge"
    SPLIT = "split"
    EXCLUDE = "exclude"


class Exclusion(StrEnum):
    """Why a component is left out of the migration."""

    VENDORED = "vendored"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Override:
    """Who says what of which components, and why; components are named by id, so it outlives a scan.

    `value` is a layer, a coupling, an exclusion, or the name of the part that is split off. A merge joins
    all others to the first component; `paths` are the files and folders that a split takes out.
    """

    kind: OverrideKind
    components: tuple[str, ...]
    value: str
    author: str
    reason: str
    paths: tuple[str, ...] = ()
    id: str = ""

    @property
    def told(self) -> str:
        """The recorded reason of the vote that it casts."""
        return SET_BY.about(f"{self.author}: {self.reason}")


@dataclass(frozen=True, slots=True)
class Overridden:
    """The report as the architect sees it, and the ids of the overrides that matched nothing in it."""

    report: ScanReport
    unmatched: tuple[str, ...] = ()
    excluded: Mapping[str, Exclusion] = field(default_factory=dict)


def with_overrides(report: ScanReport, overrides: Iterable[Override]) -> Overridden:
    """Apply them in their order; without any the report stays the very same value."""
    every = tuple(overrides)
    if not every:
        return Overridden(report)
    draft = Draft(report)
    unmatched = tuple(one.id for one in every if not _APPLY[one.kind](draft, one))
    excluded = {component: Exclusion(why) for component, why in draft.excluded.items()}
    return Overridden(draft.finished(), unmatched, excluded)


def _layer(draft: Draft, override: Override) -> bool:
    return draft.place(override.components[0], Layer(override.value), override.told)


def _coupling(draft: Draft, override: Override) -> bool:
    return draft.bind(override.components[0], Coupling(override.value))


def _merge(draft: Draft, override: Override) -> bool:
    return draft.merge(override.components, override.told)


def _split(draft: Draft, override: Override) -> bool:
    return draft.split(override.components[0], override.value, override.paths)


def _exclude(draft: Draft, override: Override) -> bool:
    is_dead = override.value == Exclusion.DEAD
    return draft.exclude(override.components[0], override.value, unlink=is_dead)


_APPLY: Mapping[OverrideKind, Callable[[Draft, Override], bool]] = {
    OverrideKind.LAYER: _layer,
    OverrideKind.COUPLING: _coupling,
    OverrideKind.MERGE: _merge,
    OverrideKind.SPLIT: _split,
    OverrideKind.EXCLUDE: _exclude,
}
