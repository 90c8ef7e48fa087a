"""Times the coupling map and the dependency graph of a large scan: drawing them, and serving their pages."""

from __future__ import annotations

import argparse
import time
from importlib import import_module
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from benchmarks.large_scan import Size
from benchmarks.portal import portal, reader, say, stored_scan, table, timed

if TYPE_CHECKING:
    from apps.scans.models import Scan


def main() -> None:
    """Print what drawing costs, then one row for each page."""
    options = _options()
    size = Size(options.files, options.edges, options.findings)
    with portal():
        scan = stored_scan(size)
        say(f"{size.files:,} files, {size.edges:,} edges, {size.findings:,} findings")
        _draw(scan.pk)
        pages = [timed(reader(), name, address, options.runs) for name, address in _addresses(scan)]
        say(table(pages))


def _draw(scan_id: int) -> None:
    """The document is read first, as a worker that made the scan has it at hand."""
    from apps.coupling.graph.packed import pack
    from apps.coupling.services import store_map
    from apps.scans.models import Scan
    from apps.scans.selectors import report_of
    from migration_engine.coupling import Graphs, build_map, component_reaches

    import_module("networkx")  # a worker has it loaded
    clock = _Clock()
    report = report_of(Scan.objects.get(pk=scan_id))
    clock.tell("reading the document")
    graphs = Graphs.of(report)
    build_map(report, graphs)
    component_reaches(graphs.components)
    clock.tell("map and metrics")
    pack(report)
    clock.tell("packing the graph")
    store_map(scan_id=scan_id)
    clock.tell("the whole task, the document at hand")


class _Clock:
    def __init__(self) -> None:
        self._at = time.process_time()

    def tell(self, step: str) -> None:
        now = time.process_time()
        say(f"{step}: {now - self._at:.2f} s CPU")
        self._at = now


def _addresses(scan: Scan) -> list[tuple[str, str]]:
    """Pages as people open them: bare, with something selected, with everything asked for."""
    from apps.coupling.models import MapComponent

    rows = MapComponent.objects.filter(snapshot__scan=scan)
    busy = rows.order_by("-reach", "key")[0].key
    far = rows.order_by("reach", "key")[0].key
    views = {
        "map": ("map", {}),
        "map, component selected": ("map", {"sel": busy, "mode": "2"}),
        "map, opened and searched": ("map", {"sel": busy, "expand": busy, "q": "torch"}),
        "map as a table": ("map", {"view": "table"}),
        "graph": ("graph", {}),
        "graph, blast radius 2": ("graph", {"sel": busy, "mode": "2"}),
        "graph, opened": ("graph", {"sel": busy, "expand": busy}),
        "graph, path": ("graph", {"sel": far, "to": busy}),
        "graph as a list": ("graph", {"view": "list"}),
    }
    return [
        (name, f"/p/{scan.project.slug}/{page}/?{urlencode(query)}") for name, (page, query) in views.items()
    ]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--edges", type=int, default=100_000)
    parser.add_argument("--findings", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=20)
    return parser.parse_args()


if __name__ == "__main__":
    main()
