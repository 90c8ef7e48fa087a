"""Reading what the map page shows, always within one project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from apps.coupling.findings.columns import findings_of
from apps.coupling.findings.figures import figures_of
from apps.coupling.findings.rule_options import rule_options
from apps.coupling.graph.packed import graph_of
from apps.coupling.kept import drawn_of, key_of
from apps.coupling.map.choices import Chip, RuleChoice, chips, rule_choices
from apps.coupling.map.expanded import Expanded, expanded
from apps.coupling.map.inspector import Chosen, Inspector, Linked, hidden_components, inspector
from apps.coupling.map.past import Past, past_of
from apps.coupling.map.picture import Picture, picture
from apps.coupling.map.query import MapQuery
from apps.coupling.map.reach import Highlight, highlight
from apps.coupling.map.still import still_of
from apps.coupling.map.table import Row, rows
from apps.coupling.matching import Matches, matches
from apps.coupling.models import MapComponent, MapSnapshot, Override
from apps.coupling.overrides.standing import Standing, standing
from apps.coupling.successors import successor
from apps.scans.models import Scan
from migration_engine.coupling import Exposure

MOST_TIGHTEST = 8


@dataclass(frozen=True, slots=True)
class MapPage:
    """Everything that the map page shows; `asked` is the component that the address names."""

    scan: Scan
    snapshot: MapSnapshot
    figures: Mapping[str, int]
    query: MapQuery
    asked: str
    found: Matches
    picture: Picture
    table: tuple[Row, ...]
    inspector: Inspector | None
    hidden: tuple[Linked, ...]
    rules: tuple[RuleChoice, ...]
    rule: RuleChoice | None
    chips: tuple[Chip, ...]
    overrides: Standing
    expanded: tuple[Expanded, ...]
    past: Past | None

    @property
    def tightest(self) -> tuple[Linked, ...]:
        """Return where an architect begins to read: the components with the most strong findings."""
        bound = [one for one in self.found.shown if one.strong]
        ranked = sorted(bound, key=lambda one: (-one.strong, -one.reach, one.key))
        return tuple(Linked(one, self.query) for one in ranked[:MOST_TIGHTEST])

    @property
    def said(self) -> tuple[Override, ...]:
        """Return the overrides in force that speak of the selected component."""
        return self.overrides.of_component(self.query.sel)


def snapshot_of(scan: Scan) -> MapSnapshot | None:
    """Return the stored map of a scan, or None while it is not drawn yet."""
    snapshot = MapSnapshot.objects.filter(scan=scan, findings__isnull=False).defer("data").first()
    if snapshot is not None:
        snapshot.scan = scan
    return snapshot


def map_page(scan: Scan, query: MapQuery) -> MapPage | None:
    """Return the map page of a scan, or None while its map is not drawn yet."""
    snapshot = snapshot_of(scan)
    if snapshot is None:
        return None
    drawn, listed = drawn_of(snapshot), findings_of(snapshot, scan)
    asked, query = query, _held_now(snapshot, query)
    found = matches(snapshot, query)
    stands = standing(snapshot)
    chosen = _chosen(snapshot, query, found)
    lit = _lit(chosen, query)
    rules = rule_choices(rule_options(listed), query)
    opened = expanded(listed, drawn, query, found)
    return MapPage(
        scan=scan,
        snapshot=snapshot,
        figures=figures_of(listed),
        query=query,
        asked=asked.sel,
        found=found,
        picture=picture(still_of(snapshot), query, found.keys, lit, spoken_of(stands, snapshot)),
        table=rows(snapshot, found, query) if query.view == "table" else (),
        inspector=inspector(listed, drawn, chosen, found, query) if chosen else None,
        hidden=hidden_components(drawn, found, query),
        rules=rules,
        rule=next((one for one in rules if one.is_on), None),
        chips=chips(found, query),
        overrides=stands,
        expanded=opened,
        past=past_of(scan.project, scan, query.sel) if chosen and query.tab == "past" else None,
    )


def spoken_of(stands: Standing, snapshot: MapSnapshot) -> frozenset[str]:
    """Return the components that an architect has spoken of and still does."""
    applied = set(snapshot.overrides)
    return frozenset(key for one in stands.rows if one.pk in applied for key in one.components)


def _held_now(snapshot: MapSnapshot, query: MapQuery) -> MapQuery:
    """Return the same view; in the place of a component that was joined to another stands that one."""
    drawing = key_of(snapshot)
    opened = dict.fromkeys(successor(drawing, key) for key in query.expand)
    return query.changed(sel=successor(drawing, query.sel), expand=tuple(opened))


def _chosen(snapshot: MapSnapshot, query: MapQuery, found: Matches) -> Chosen | None:
    """Return the selected component in full, or None when nothing that the map knows is selected."""
    if not any(one.key == query.sel for one in found.components):
        return None
    component = MapComponent.objects.get(snapshot=snapshot, key=query.sel)
    return Chosen(component, exposure_of(component), graph_of(snapshot))


def exposure_of(component: MapComponent) -> Exposure:
    """Return the stored exposure as the engine's value."""
    told = component.exposure
    paths = {name: tuple(told[name]) for name in ("entry_path", "entry_files", "strong_path")}
    return Exposure(**(told | paths))


def _lit(chosen: Chosen | None, query: MapQuery) -> Highlight | None:
    return highlight(chosen.exposure, chosen.graph.dependents, query.mode) if chosen else None
