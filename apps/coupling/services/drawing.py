"""Drawing and storing coupling maps."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from apps.core.collecting import without_collecting
from apps.core.copying import copy_rows, copy_text
from apps.core.queue import send_on_commit
from apps.coupling.findings import packing
from apps.coupling.graph.packed import pack
from apps.coupling.map.drawn import map_components
from apps.coupling.models import MapComponent, MapFindings, MapGraph, MapSnapshot, Override
from apps.coupling.overrides.overridden import overridden
from apps.coupling.selectors import PATIENCE
from apps.coupling.services.returning import note_returned
from apps.scans.models import Scan, ScanQuerySet
from apps.scans.selectors import report_of
from migration_engine import __version__
from migration_engine.coupling import Graphs, build_map


@without_collecting()
@transaction.atomic
def store_map(*, scan_id: int) -> MapSnapshot:
    """Draw the map of a scan that succeeded and store it; doing it twice gives the same row."""
    # Two at once must not leave the drawing that knew fewer overrides.
    scan = Scan.objects.succeeded().select_for_update(no_key=True, of=("self",)).get(pk=scan_id)
    note_returned(scan)
    applied = overridden(scan)
    graphs = Graphs.of(applied.done.report)
    drawn = build_map(applied.done.report, graphs, applied.done.excluded)
    data = drawn.to_dict() | {"exposures": []}
    snapshot, _made = MapSnapshot.objects.update_or_create(
        scan=scan,
        defaults={
            "engine_version": __version__,
            "data": data,
            "sha256": _hash(data),
            "overrides": applied.ids,
            "unmatched": [int(one) for one in applied.done.unmatched],
        },
    )
    _replace_rows(snapshot, map_components(scan, applied.done, drawn))
    MapGraph.objects.update_or_create(snapshot=snapshot, defaults={"packed": pack(applied.done.report)})
    packed = packing.pack(scan, report_of(scan), applied.done)
    MapFindings.objects.update_or_create(snapshot=snapshot, defaults={"packed": packed})
    send_on_commit("coupling.measure", scan.pk)
    return snapshot


def request_map(scan: Scan | None) -> None:
    """Ring for the map of that scan to be drawn, once the running transaction has committed."""
    if scan is not None:
        send_on_commit("coupling.build_map", scan.pk)


@transaction.atomic
def request_missing() -> int:
    """Ring for finished scans whose map is missing, lacks a part, or is behind the overrides.

    At most once in each PATIENCE. Returns how many.
    """
    long_ago = Now() - PATIENCE
    waiting = Scan.objects.succeeded().filter(finished_at__lt=long_ago, updated_at__lt=long_ago)
    missing = [*waiting.filter(map__findings=None).values_list("pk", flat=True), *_behind(waiting)]
    Scan.objects.filter(pk__in=missing).update(updated_at=Now())
    for scan_id in missing:
        send_on_commit("coupling.build_map", scan_id)
    return len(missing)


def _behind(scans: ScanQuerySet) -> Iterable[int]:
    """The newest scan of each project's branch whose overrides changed after its map was drawn."""
    same = Scan.objects.succeeded().filter(project=OuterRef("project"), branch=OuterRef("branch"))
    later = same.filter(number__gt=OuterRef("number"))
    changed = Override.objects.filter(
        project=OuterRef("project"),
        updated_at__gt=OuterRef("map__updated_at"),
        updated_at__lt=Now() - PATIENCE,
    )
    return scans.of_project_branch().filter(~Exists(later), Exists(changed)).values_list("pk", flat=True)


def _replace_rows(snapshot: MapSnapshot, rows: Iterable[MapComponent]) -> None:
    snapshot.components.all().delete()
    names = tuple(field.attname for field in MapComponent._meta.concrete_fields if not field.primary_key)
    copy_rows(MapComponent, names, (_line(snapshot, row, names) for row in rows))


def _line(snapshot: MapSnapshot, row: MapComponent, names: Iterable[str]) -> str:
    row.snapshot = snapshot
    values = (getattr(row, name) for name in names)
    return "\t".join(copy_text(one if isinstance(one, str) else json.dumps(one)) for one in values) + "\n"


def _hash(data: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
