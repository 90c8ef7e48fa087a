"""Writing a finished scan: its document, its rows and its end, all in one transaction."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from apps.core.collecting import without_collecting
from apps.core.queue import send_on_commit
from apps.scans import storage
from apps.scans.counts import counts_of
from apps.scans.models import Scan, SourceKind, State
from apps.scans.services.identity import recognise
from apps.scans.services.rows import write_rows
from apps.scans.services.tokens import forget_token
from migration_engine.export.document import from_document
from migration_engine.export.document_bytes import document_in
from migration_engine.export.document_reader import from_checked
from migration_engine.model import ScanReport


@without_collecting()
def record(*, scan: Scan, run_token: str, content: bytes, steps: list[dict[str, str | int]]) -> None:
    """Store the scan's document and rows and mark it succeeded, all or nothing.

    Raises DocumentInvalid when the document breaks its schema. A run that lost the scan to another one
    writes nothing.
    """
    document = document_in(content)
    # A document lies under the hash with which it was accepted; a scan of ours has read strangers' texts.
    report = from_checked(document) if scan.source_kind == SourceKind.DOCUMENT else from_document(document)
    with storage.kept_document(content) as kept, transaction.atomic():
        owned = Scan.objects.owned(scan.pk, run_token)
        if owned.select_for_update().first() is None:
            return
        # What was said when it was handed over holds; a Git source tells its branch only when it is read.
        branch = scan.branch or report.scan.source.branch
        known = recognise(scan, branch, report)
        write_rows(scan.pk, report, known)
        owned.update(
            state=State.SUCCEEDED,
            finished_at=Now(),
            compared_with=known.before,
            changes=known.counts,
            branch=branch,
            **_summary(document, report, kept.sha256, steps),
        )
        forget_token(scan.pk)
        send_on_commit("coupling.build_map", scan.pk)
        transaction.on_commit(lambda: _drop_archive(scan))


def _summary(
    document: dict[str, Any], report: ScanReport, sha256: str, steps: list[dict[str, str | int]]
) -> dict[str, Any]:
    source = document["source"]
    return {
        "tool_version": document["tool"]["version"],
        "rules_version": document["tool"]["rules_version"],
        "root_hash": source["root_hash"],
        "revision": source.get("revision", ""),
        "coverage": document["coverage"],
        "counts": counts_of(report),
        "rules": document["rules"],
        "document_hash": sha256,
        "folder": "",
        "steps": [step | {"done": step["total"]} for step in steps],
    }


def _drop_archive(scan: Scan) -> None:
    """Remove the archive: it may hold secrets, and the scan needs it no more.

    It stays while another scan of the same bytes has not succeeded yet.
    """
    if scan.source_kind != SourceKind.ARCHIVE or scan.upload is None:
        return
    same = Scan.objects.filter(source_kind=SourceKind.ARCHIVE, upload__sha256=scan.upload.sha256)
    if not same.exclude(state=State.SUCCEEDED).exists():
        storage.upload_path(scan.upload.sha256).unlink(missing_ok=True)
