"""What the panel beside the map says about the selected component."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from apps.core.templatetags.texts import in_language
from apps.coupling.findings.choice import choice
from apps.coupling.findings.columns import Drawn
from apps.coupling.findings.placed import Placed, placed
from apps.coupling.findings.query import FindingQuery
from apps.coupling.findings.words import FindingWords, finding_words
from apps.coupling.graph.packed import Graph
from apps.coupling.map.query import MapQuery
from apps.coupling.map.reach import imports_of
from apps.coupling.matching import Matches
from apps.coupling.models import MapComponent
from migration_engine.coupling import CouplingMap, Exposure, reason_text

MOST_FINDINGS = 6
MOST_VOTES = 8


@dataclass(frozen=True, slots=True)
class Linked:
    """A component with the address that selects it, written only for those that a page shows."""

    component: MapComponent
    query: MapQuery

    @property
    def href(self) -> str:
        """Return the address that selects it."""
        return self.query.link(sel=self.component.key, tab="findings")


@dataclass(frozen=True, slots=True)
class PathStep:
    """One file on the way from a business entry, with its component's coupling."""

    name: str
    folder: str
    coupling: str
    href: str


@dataclass(frozen=True, slots=True)
class Vote:
    """One reason for the layer, in the reader's language."""

    layer: str
    weight: float
    reason: str


@dataclass(frozen=True, slots=True)
class Sum:
    """The weight of all votes for one layer."""

    layer: str
    weight: float


@dataclass(frozen=True, slots=True)
class Shown:
    """A finding's words, and what the map makes of it."""

    words: FindingWords
    placed: Placed


@dataclass(frozen=True, slots=True)
class Inspector:
    """Everything about one component; lists are complete unless a total beside them is larger."""

    component: MapComponent
    findings: tuple[Shown, ...]
    findings_total: int
    dependents: tuple[Linked, ...]
    imports: tuple[Linked, ...]
    path: tuple[PathStep, ...]
    exposure: Exposure
    votes: tuple[Vote, ...]
    sums: tuple[Sum, ...]
    in_cycle: tuple[Linked, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The selected component with its way, and the graph around it."""

    component: MapComponent
    exposure: Exposure
    graph: Graph


def inspector(
    listed: Drawn, drawn: CouplingMap, chosen: Chosen, found: Matches, query: MapQuery
) -> Inspector:
    """Return the panel of the selected component, or of one file in it."""
    by_key = {one.key: one for one in found.components}
    component, exposure, dependents = chosen.component, chosen.exposure, chosen.graph.dependents
    worst, total = _worst(listed, component.key, query.file)
    circle = next((one for one in drawn.cycles if component.key in one), ())
    return Inspector(
        component=component,
        findings=worst,
        findings_total=total,
        dependents=_linked(dependents.get(component.key, ()), by_key, query),
        imports=_linked(imports_of(dependents, component.key), by_key, query),
        path=_path(chosen, by_key, query),
        exposure=exposure,
        votes=_votes(component),
        sums=_sums(component),
        in_cycle=_linked((key for key in circle if key != component.key), by_key, query),
    )


def _worst(listed: Drawn, key: str, file: str) -> tuple[tuple[Shown, ...], int]:
    """The tightest findings that bind a component, or a file of it, and how many there are."""
    chosen = choice(listed, FindingQuery(component=key, file=file, status="all"))
    rows = placed(listed, chosen.stands, chosen.pks(chosen.listed[:MOST_FINDINGS]), with_code=True)
    return tuple(Shown(finding_words(listed.scan, one.row), one) for one in rows), len(chosen.listed)


def hidden_components(drawn: CouplingMap, found: Matches, query: MapQuery) -> tuple[Linked, ...]:
    """Return the components behind the selected “N more” card."""
    card = next((card for card in drawn.cards if card.id == query.sel and card.is_more), None)
    by_key = {one.key: one for one in found.components}
    return _linked(card.hides, by_key, query) if card else ()


def _linked(keys: Iterable[str], by_key: dict[str, MapComponent], query: MapQuery) -> tuple[Linked, ...]:
    return tuple(Linked(by_key[key], query) for key in keys if key in by_key)


def _path(chosen: Chosen, by_key: dict[str, MapComponent], query: MapQuery) -> tuple[PathStep, ...]:
    """Return the way file by file; where only components are known, component by component."""
    exposure, graph = chosen.exposure, chosen.graph
    if not exposure.entry_files:
        return tuple(_step(key, by_key[key], query) for key in exposure.entry_path if key in by_key)
    return tuple(_step(path, by_key.get(graph.home_of(path)), query) for path in exposure.entry_files)


def _step(path: str, component: MapComponent | None, query: MapQuery) -> PathStep:
    folder, _, name = path.rpartition("/")
    return PathStep(
        name=name,
        folder=f"{folder}/" if folder else "",
        coupling=component.mark if component else "none",
        href=query.link(sel=component.key, tab="findings") if component else "",
    )


def _sums(component: MapComponent) -> tuple[Sum, ...]:
    weights: Counter[str] = Counter()
    for vote in component.layer_votes:
        weights[vote["layer"]] += vote["weight"]
    return tuple(Sum(layer, weight) for layer, weight in weights.most_common())


def _votes(component: MapComponent) -> tuple[Vote, ...]:
    return tuple(
        Vote(vote["layer"], vote["weight"], in_language(reason_text(vote["reason"])))
        for vote in component.layer_votes[:MOST_VOTES]
    )
