"""Running one scan: take it, let the engine work, record everything or nothing."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db.models import F
from django.db.models.functions import Now

from apps.scans import storage
from apps.scans.models import Scan, SourceKind, State
from apps.scans.services.ending import fail_scan
from apps.scans.services.progress import Heartbeat, Progress
from apps.scans.services.reading import Order, read_source
from apps.scans.services.record import record
from apps.scans.services.rule_files import own_rules
from apps.scans.services.tokens import token_of
from apps.scans.sources import sources_path
from migration_engine.errors import EngineError
from migration_engine.intake import GitAccess, Limits
from migration_engine.text import Text

_CRASHED = Text(
    "The scan stopped on a fault of ours, which is in the log. Try again, or report it.",
    "扫描因系统内部故障中止，详情已写入日志。请重试，或反馈该问题。",
)


def run_scan(*, scan_id: int) -> None:
    """Run a queued scan to its end. A second delivery of the same message finds it taken and does nothing."""
    run_token = secrets.token_hex(16)
    if not _take(scan_id, run_token):
        return
    scan = Scan.objects.select_related("project", "upload").get(pk=scan_id)
    progress = Progress(scan_id, run_token)
    try:
        with Heartbeat(scan_id, run_token):
            content = _document_of(scan, progress, run_token)
            progress("record", 0, 1)
            progress.flush()
            record(scan=scan, run_token=run_token, content=content, steps=progress.steps())
    except EngineError as error:
        fail_scan(scan_id=scan_id, code=error.code, message=_told(error, scan), run_token=run_token)
    except Exception:
        # The worker logs it in full. Only here is the token known by which this run holds the scan.
        fail_scan(scan_id=scan_id, code="crashed", message=_CRASHED, run_token=run_token)
        raise


def _take(scan_id: int, run_token: str) -> bool:
    queued = Scan.objects.filter(pk=scan_id, state=State.QUEUED)
    taken = queued.update(
        state=State.RUNNING,
        run_token=run_token,
        attempts=F("attempts") + 1,
        started_at=Now(),
        heartbeat_at=Now(),
        steps=[],
    )
    return taken == 1


def _document_of(scan: Scan, progress: Progress, run_token: str) -> bytes:
    """Return the bytes of the scan document: the uploaded one, or a new one from the source."""
    if scan.source_kind == SourceKind.DOCUMENT:
        return storage.read_document(scan.document_hash)
    with own_rules(scan, run_token) as rules:
        order = Order(_source_of(scan), scan.source_name, _limits_of(scan), _access_of(scan), rules)
        return read_source(order, progress, sources_path(scan.pk) if settings.SOURCE_DAYS else None)


def _access_of(scan: Scan) -> GitAccess:
    return GitAccess(scan.git_ref, token_of(scan), tuple(settings.GIT_INTERNAL_HOSTS))


def _source_of(scan: Scan) -> str:
    if scan.upload:
        return str(storage.upload_path(scan.upload.sha256))
    return scan.git_url or scan.folder


def _limits_of(scan: Scan) -> Limits:
    """An archive may be as large as this server takes uploads."""
    return Limits(archive_bytes=settings.UPLOAD_MAX_BYTES) if scan.upload else Limits()


def _told(error: EngineError, scan: Scan) -> Text:
    """Return the error with the name that people know instead of the hash under which the file lies."""
    told, upload = error.told(), scan.upload
    if upload is None:
        return told
    en, zh = (words.replace(upload.sha256, upload.original_name) for words in (told.en, told.zh))
    return Text(en, zh)
