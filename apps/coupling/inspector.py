"""What the panel beside the map says about the selected component."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from apps.core.templatetags.texts import in_language
from apps.coupling.finding import FindingWords, finding_words, worst_first
from apps.coupling.findings import of_kind
from apps.coupling.matching import Matches
from apps.coupling.query import MapQuery
from apps.coupling.reach import Dependents, imports_of
from apps.scans.models import Component, Finding, Scan, SourceFile
from migration_engine.coupling import CouplingMap, Exposure, reason_text

MOST_FINDINGS = 6
MOST_VOTES = 8


@dataclass(frozen=True, slots=True)
class Linked:
    """A component with the address that selects it."""

    component: Component
    href: str


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
class Inspector:
    """Everything about one component; lists are complete unless a total beside them is larger."""

    component: Component
    findings: tuple[FindingWords, ...]
    findings_total: int
    dependents: tuple[Linked, ...]
    imports: tuple[Linked, ...]
    path: tuple[PathStep, ...]
    exposure: Exposure
    votes: tuple[Vote, ...]
    sums: tuple[Sum, ...]
    in_cycle: tuple[Linked, ...]


def inspector(
    scan: Scan, drawn: CouplingMap, dependents: Dependents, found: Matches, query: MapQuery
) -> Inspector | None:
    """Return the panel of the selected component, or None when the scan has no such component."""
    by_key = {one.key: one for one in found.components}
    component = by_key.get(query.sel)
    exposure = next((one for one in drawn.exposures if one.component == query.sel), None)
    if component is None or exposure is None:
        return None
    rows = of_kind(scan, Finding.objects.filter(component=component), "coupling")
    circle = next((one for one in drawn.cycles if component.key in one), ())
    return Inspector(
        component=component,
        findings=tuple(finding_words(scan, row) for row in worst_first(rows)[:MOST_FINDINGS]),
        findings_total=rows.count(),
        dependents=_linked(dependents.get(component.key, ()), by_key, query),
        imports=_linked(imports_of(dependents, component.key), by_key, query),
        path=_path(scan, exposure, by_key, query),
        exposure=exposure,
        votes=_votes(component),
        sums=_sums(component),
        in_cycle=_linked((key for key in circle if key != component.key), by_key, query),
    )


def hidden_components(drawn: CouplingMap, found: Matches, query: MapQuery) -> tuple[Linked, ...]:
    """Return the components behind the selected “N more” card."""
    card = next((card for card in drawn.cards if card.id == query.sel and card.is_more), None)
    by_key = {one.key: one for one in found.components}
    return _linked(card.hides, by_key, query) if card else ()


def _linked(keys: Iterable[str], by_key: dict[str, Component], query: MapQuery) -> tuple[Linked, ...]:
    return tuple(Linked(by_key[key], query.link(sel=key, tab="findings")) for key in keys if key in by_key)


def _path(
    scan: Scan, exposure: Exposure, by_key: dict[str, Component], query: MapQuery
) -> tuple[PathStep, ...]:
    """Return the way file by file; where only components are known, component by component."""
    if not exposure.entry_files:
        return tuple(_step(key, by_key[key], query) for key in exposure.entry_path if key in by_key)
    files = SourceFile.objects.filter(scan=scan, path__in=exposure.entry_files).select_related("component")
    home = {file.path: file.component for file in files}
    return tuple(_step(path, home.get(path), query) for path in exposure.entry_files)


def _step(path: str, component: Component | None, query: MapQuery) -> PathStep:
    folder, _, name = path.rpartition("/")
    return PathStep(
        name=name,
        folder=f"{folder}/" if folder else "",
        coupling=component.coupling if component else "none",
        href=query.link(sel=component.key, tab="findings") if component else "",
    )


def _sums(component: Component) -> tuple[Sum, ...]:
    weights: Counter[str] = Counter()
    for vote in component.layer_votes:
        weights[vote["layer"]] += vote["weight"]
    return tuple(Sum(layer, weight) for layer, weight in weights.most_common())


def _votes(component: Component) -> tuple[Vote, ...]:
    return tuple(
        Vote(vote["layer"], vote["weight"], in_language(reason_text(vote["reason"])))
        for vote in component.layer_votes[:MOST_VOTES]
    )
