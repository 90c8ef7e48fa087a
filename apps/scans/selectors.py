"""Reading scans, always within one project."""

from __future__ import annotations

from functools import lru_cache

from django.db.models import QuerySet
from django.http import Http404

from apps.projects.models import Project
from apps.scans import storage
from apps.scans.models import RuleFile, Scan, ScanQuerySet, State
from apps.scans.unreadable import readable
from migration_engine.export.document_bytes import document_in
from migration_engine.export.document_reader import from_kept
from migration_engine.model import ScanReport


def scans_of(project: Project) -> ScanQuerySet:
    """Return the project's scans, newest first."""
    return Scan.objects.of(project).select_related("upload")


def latest_scan(project: Project) -> Scan | None:
    """Return the newest scan of the project's branch that succeeded, or None."""
    return Scan.objects.of(project).succeeded().of_project_branch().first()


def branch_of(project: Project) -> str | None:
    """Return the project's branch: chosen, else that of its first finished scan; None before there is one."""
    scans = Scan.objects.of(project).succeeded().of_project_branch()
    return scans.values_list("branch", flat=True).first()


def newest_scan(project: Project) -> Scan | None:
    """Return the newest scan in whatever state, or None."""
    return Scan.objects.of(project).first()


def scan_for(project: Project, number: int) -> Scan:
    """Return the project's scan with this number.

    Raises Http404 when there is none; a scan of another project is no different from none.
    """
    scan = scans_of(project).filter(number=number).first()
    if scan is None:
        raise Http404
    return scan


def rule_files_of(project: Project) -> QuerySet[RuleFile]:
    """Return the project's own rules, file by file."""
    return RuleFile.objects.filter(project=project)


def rule_file_for(project: Project, rule_file_id: int) -> RuleFile:
    """Return the project's file of rules; raises Http404 when there is none, also for another project's."""
    rule_file = RuleFile.objects.select_related("project").filter(project=project, pk=rule_file_id).first()
    if rule_file is None:
        raise Http404
    return rule_file


def finished(scan: Scan) -> Scan:
    """Return the scan if its document and rows are complete; raises Http404 otherwise."""
    if scan.state != State.SUCCEEDED:
        raise Http404
    return scan


def report_of(scan: Scan) -> ScanReport:
    """Return the engine's report of a scan that succeeded, read from its stored document.

    Raises ScanUnreadable when the document is of another version or its file is gone.
    """
    with readable(scan):
        return _report(scan.document_hash)


def document_of(scan: Scan) -> bytes:
    """Return the stored document of a scan that succeeded; raises ScanUnreadable when its file is gone."""
    with readable(scan):
        return storage.read_document(scan.document_hash)


@lru_cache(maxsize=4)
def _report(document_hash: str) -> ScanReport:
    return from_kept(document_in(storage.read_document(document_hash)))
