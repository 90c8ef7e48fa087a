"""Drawing and storing coupling maps."""

from __future__ import annotations

import hashlib
import json

from django.db import transaction
from django.db.models.functions import Now

from apps.core.queue import send_on_commit
from apps.coupling.models import MapSnapshot
from apps.coupling.selectors import PATIENCE
from apps.scans.models import Scan
from apps.scans.selectors import report_of
from migration_engine import __version__
from migration_engine.coupling import build_map, component_graph, file_graph
from migration_engine.model import ScanReport


def store_map(*, scan_id: int) -> MapSnapshot:
    """Draw the map of a scan that succeeded and store it; doing it twice gives the same row."""
    scan = Scan.objects.succeeded().get(pk=scan_id)
    report = report_of(scan)
    data = build_map(report).to_dict()
    drawn = {
        "engine_version": __version__,
        "data": data,
        "dependents": _dependents(report),
        "sha256": _hash(data),
    }
    snapshot, _made = MapSnapshot.objects.update_or_create(scan=scan, defaults=drawn)
    return snapshot


@transaction.atomic
def request_missing() -> int:
    """Ring for finished scans that still have no map, at most once in each PATIENCE; return how many."""
    long_ago = Now() - PATIENCE
    bare = Scan.objects.succeeded().filter(map=None, finished_at__lt=long_ago, updated_at__lt=long_ago)
    missing = list(bare.values_list("pk", flat=True))
    Scan.objects.filter(pk__in=missing).update(updated_at=Now())
    for scan_id in missing:
        send_on_commit("coupling.build_map", scan_id)
    return len(missing)


def _dependents(report: ScanReport) -> dict[str, list[str]]:
    graph = component_graph(report, file_graph(report))
    return {node: sorted(graph.predecessors(node)) for node in sorted(graph) if graph.in_degree(node)}


def _hash(data: dict[str, object]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
