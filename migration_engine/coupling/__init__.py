"""From findings and edges to components, their roles, their exposure, and the map that shows them."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from migration_engine.coupling.build import Graphs, build_map
    from migration_engine.coupling.couplings import added, couplings_by_file
    from migration_engine.coupling.exposure import Exposure
    from migration_engine.coupling.graph import component_graph, cycles, file_graph, shipped
    from migration_engine.coupling.layout import ranks
    from migration_engine.coupling.map import Card, CouplingMap, Lane, MapEdge, Share
    from migration_engine.coupling.overrides import (
        Exclusion,
        Overridden,
        Override,
        OverrideKind,
        with_overrides,
    )
    from migration_engine.coupling.parts import ScanParts, group
    from migration_engine.coupling.reasons import reason_text

__all__ = [
    "Card",
    "CouplingMap",
    "Exclusion",
    "Exposure",
    "Graphs",
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
    "couplings_by_file",
    "cycles",
    "file_graph",
    "group",
    "ranks",
    "reason_text",
    "shipped",
    "with_overrides",
]

_OVERRIDES = ("Exclusion", "Overridden", "Override", "OverrideKind", "with_overrides")
_HOMES = {
    **dict.fromkeys(("Card", "CouplingMap", "Lane", "MapEdge", "Share"), "map"),
    **dict.fromkeys(("component_graph", "cycles", "file_graph", "shipped"), "graph"),
    **dict.fromkeys(("Exclusion", "Overridden", "Override", "OverrideKind", "with_overrides"), "overrides"),
    **dict.fromkeys(("ScanParts", "group"), "parts"),
    "Exposure": "exposure",
    **dict.fromkeys(("added", "couplings_by_file"), "couplings"),
    **dict.fromkeys(("Graphs", "build_map"), "build"),
    "ranks": "layout",
    "reason_text": "reasons",
}


def __getattr__(name: str) -> object:
    """A scan only groups; the map and its graph are loaded by who asks for them."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
