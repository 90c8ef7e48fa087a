"""From findings and edges to components, their roles, their exposure, and the map that shows them."""

from migration_engine.coupling.build import build_map
from migration_engine.coupling.couplings import added
from migration_engine.coupling.exposure import Exposure
from migration_engine.coupling.graph import component_graph, cycles, file_graph
from migration_engine.coupling.map import Card, CouplingMap, Lane, MapEdge, Share
from migration_engine.coupling.overrides import Exclusion, Overridden, Override, OverrideKind, with_overrides
from migration_engine.coupling.parts import ScanParts, group
from migration_engine.coupling.reasons import reason_text

__all__ = [
    "Card",
    "CouplingMap",
    "Exclusion",
    "Exposure",
    "Lane",
    "MapEdge",
    "Overridden",
    "Override",
    "OverrideKind",
    "ScanParts",
    "Share",
    "added",
    "build_map",
    "component_graph",
    "cycles",
    "file_graph",
    "group",
    "reason_text",
    "with_overrides",
]
