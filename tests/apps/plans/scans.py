"""Scans that are already recorded, made from a report written in a few words."""

from __future__ import annotations

import json

from apps.projects.models import Project
from apps.scans.models import Scan, State
from apps.scans.services.record import record
from migration_engine.export.document import to_document
from migration_engine.model import Layer, ScanReport
from tests.engine.effort.reports import finding, report

LAYERS = {
    "device": Layer.COMPUTE,
    "ops": Layer.COMPUTE,
    "runtime": Layer.RUNTIME,
    "agent": Layer.ORCHESTRATION,
    "pages": Layer.BUSINESS,
}
FINDINGS = (
    finding("call", "device/main.py"),
    finding("rename", "ops/main.py"),
    finding("kernel", "runtime/main.py"),
    finding("client", "agent/main.py"),
)
EDGES = (("pages", "agent"), ("agent", "runtime"), ("runtime", "device"))


def sample() -> ScanReport:
    """Return a report with strong, weak and unaffected components."""
    return report(LAYERS, FINDINGS, EDGES)


def recorded(project: Project, found: ScanReport | None = None) -> Scan:
    """Return the project's next scan, finished with that report."""
    scan = Scan.objects.create(
        project=project,
        number=Scan.objects.filter(project=project).count() + 1,
        source_kind="document",
        source_name="sample.json",
        requested_by="alice",
        state=State.RUNNING,
        run_token="run",
    )
    record(scan=scan, run_token="run", content=json.dumps(to_document(found or sample())).encode(), steps=[])
    scan.refresh_from_db()
    return scan
