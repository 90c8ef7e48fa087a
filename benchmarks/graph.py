"""Times the coupling map of a large scan: drawing it, and its frames in a browser."""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from pathlib import Path

from benchmarks.browser import browse
from benchmarks.large_scan import Size, large_report
from benchmarks.portal import imported, new_project, portal, say, step


def main() -> None:
    """Print what drawing costs, then how the map behaves in Chromium."""
    options = _options()
    content = _document(options)
    with portal():
        user, project = new_project()
        scan = imported(user, project, content)
        _draw(scan.pk)
        if not options.no_browser:
            browse(user, f"/p/{project.slug}")


def _document(options: argparse.Namespace) -> bytes:
    if options.document:
        return Path(options.document).read_bytes()
    from migration_engine.export.document import to_document

    size = Size(options.files, options.edges, options.findings)
    say(f"{size.files:,} files, {size.edges:,} edges, {size.findings:,} findings")
    return json.dumps(to_document(large_report(size))).encode()


def _draw(scan_id: int) -> None:
    """Step by step, then the whole task as a worker does it that has read the document."""
    from apps.coupling.graph.packed import pack
    from apps.coupling.services import store_map
    from apps.scans.models import Scan
    from apps.scans.selectors import report_of
    from migration_engine.coupling import Graphs, build_map

    import_module("networkx")  # a worker has it loaded
    with step("read the document"):
        report = report_of(Scan.objects.get(pk=scan_id))
    with step("map and metrics"):
        build_map(report, Graphs.of(report))
    with step("pack the graph"):
        pack(report)
    with step("the whole task, the document at hand"):
        store_map(scan_id=scan_id)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--document", default="", help="a scan document to take instead of a made one")
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--edges", type=int, default=100_000)
    parser.add_argument("--findings", type=int, default=100_000)
    parser.add_argument("--no-browser", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
