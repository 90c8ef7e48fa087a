"""Times the import of a large scan and the pages that show it, on a PostgreSQL of its own."""

from __future__ import annotations

import argparse
import gc
import json
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from benchmarks.large_scan import Size, large_report
from benchmarks.portal import imported, new_project, portal, reader, say, step, table, timed

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from apps.scans.models import Scan

PAGES: dict[str, tuple[str, dict[str, str]]] = {
    "findings": ("findings", {}),
    "findings, last page": ("findings", {"page": "99999", "status": "all", "kind": "all"}),
    "findings, by path": ("findings", {"sort": "path"}),
    "findings, by component": ("findings", {"sort": "component"}),
    "findings, strong in L2": ("findings", {"layer": "L2", "coupling": "strong"}),
    "findings, text": ("findings", {"q": "call_42"}),
    "findings, path": ("findings", {"path": "part003"}),
    "findings, dismissed": ("findings", {"status": "dismissed"}),
    "findings, rules": ("findings", {"group": "rule"}),
    "findings, components": ("findings", {"group": "component"}),
    "findings, files": ("findings", {"group": "file"}),
    "history": ("history", {}),
    "compare": ("history/compare", {}),
    "compare, moved": ("history/compare", {"kind": "moved"}),
    "map": ("map", {}),
    "map, component selected": ("map", {"sel": "BUSY"}),
    "map, all dependents": ("map", {"sel": "BUSY", "mode": "all"}),
    "map, searched": ("map", {"q": "torch"}),
    "map, opened and searched": ("map", {"sel": "BUSY", "expand": "BUSY", "q": "torch"}),
    "map, one rule": ("map", {"rule": "RULE"}),
    "map as a table": ("map", {"view": "table"}),
    "graph": ("graph", {}),
    "graph, blast radius 2": ("graph", {"sel": "BUSY", "mode": "2"}),
    "graph, opened": ("graph", {"sel": "BUSY", "expand": "BUSY"}),
    "graph, path": ("graph", {"sel": "FAR", "to": "BUSY"}),
    "graph, searched": ("graph", {"q": "torch"}),
    "graph as a list": ("graph", {"view": "list"}),
}


def main() -> None:
    """Print what each step of the import costs, then one row for each page."""
    options = _options()
    report = large_report(Size(options.files, options.edges, options.findings))
    from migration_engine.export.document import to_document

    content = json.dumps(to_document(report), ensure_ascii=False, separators=(",", ":")).encode()
    say(f"{options.files:,} files, {options.edges:,} edges, {options.findings:,} findings,")
    say(f"{len(report.components):,} components, document of {len(content) / 1e6:.0f} MB")
    del report
    with portal():
        user, scan = _recorded(content)
        known = _named(scan)
        # A web worker holds nothing of what the import left, and has set aside what it loaded.
        gc.collect()
        gc.freeze()
        pages = [
            timed(reader(user), name, _address(scan, *PAGES[name], known), options.times)
            for name in PAGES
            if options.only in name
        ]
        say(f"\nmedians of {options.times} requests each; two before them filled the caches\n")
        say(table(pages))


def _recorded(content: bytes) -> tuple[User, Scan]:
    """Import the same document twice, draw its map and decide about some of its findings."""
    from django.db import connection

    from apps.coupling.seen import Seen
    from apps.coupling.services import Decision, decide, store_map, store_point
    from apps.scans.models import Finding

    user, project = new_project()
    scan = [imported(user, project, content) for _ in range(2)][-1]
    with step("draw and store the map"):
        store_map(scan_id=scan.pk)
    with step("measure for the burn-down"):
        store_point(scan_id=scan.pk)
    some = Finding.objects.filter(scan=scan, status="open", line__lt=80)
    with step("decide about a tenth of them"):
        decide(actor=user, scan=scan, rows=some, what=Decision(status="in_work"), seen=Seen.now(scan))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return user, scan


def _named(scan: Scan) -> dict[str, str]:
    """What stands in PAGES for a component or a rule that only the scan knows."""
    from apps.coupling.models import MapComponent

    rows = MapComponent.objects.filter(snapshot__scan=scan)
    return {
        "BUSY": rows.order_by("-reach", "key")[0].key,
        "FAR": rows.order_by("reach", "key")[0].key,
        "RULE": scan.rules[0]["id"],
    }


def _address(scan: Scan, page: str, query: dict[str, str], known: dict[str, str]) -> str:
    asked = {name: known.get(value, value) for name, value in query.items()}
    return f"/p/{scan.project.slug}/{page}/?{urlencode(asked)}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--edges", type=int, default=100_000)
    parser.add_argument("--findings", type=int, default=100_000)
    parser.add_argument("--times", type=int, default=20, help="requests a page")
    parser.add_argument("--only", default="", help="pages whose name holds this")
    return parser.parse_args()


if __name__ == "__main__":
    main()
