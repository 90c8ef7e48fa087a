"""Remembering which findings a scan found again although they had been called fixed."""

from __future__ import annotations

from django.db import connection

from apps.coupling.models import Returned, Triage, TriageStatus
from apps.scans.models import Finding, Scan
from migration_engine.model import FindingStatus


def note_returned(scan: Scan) -> None:
    """Keep what had been called fixed before this scan and is open in it; doing it twice changes nothing.

    It returns with the first scan that holds it: from the next one on it is simply open.
    """
    sql = f"""
        INSERT INTO {_table(Returned)} (scan_id, identity)
        SELECT f.scan_id, f.identity FROM {_table(Finding)} f
        JOIN {_table(Triage)} t ON t.project_id = %s AND t.branch = %s AND t.identity = f.identity
        WHERE f.scan_id = %s AND f.status = %s AND t.status = %s AND t.scan_number < %s
        AND NOT EXISTS (
            SELECT 1 FROM {_table(Returned)} r JOIN {_table(Scan)} s ON s.id = r.scan_id
            WHERE r.identity = f.identity AND s.project_id = t.project_id AND s.branch = t.branch
            AND s.number > t.scan_number AND s.number < %s
        )
        ON CONFLICT DO NOTHING
    """  # noqa: S608 - names of ours; every value is a parameter
    words = FindingStatus.OPEN.value, TriageStatus.FIXED.value
    values = (scan.project_id, scan.branch, scan.pk, *words, scan.number, scan.number)
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def _table(model: type[Returned] | type[Triage] | type[Finding] | type[Scan]) -> str:
    return connection.ops.quote_name(model._meta.db_table)
