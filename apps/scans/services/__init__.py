"""Everything that writes scans."""

from apps.scans.services.receive import (
    DOCUMENT_MAX_BYTES,
    is_kept,
    receive_archive,
    receive_document,
    receive_folder,
    receive_git,
    retry_scan,
)
from apps.scans.services.run import run_scan
from apps.scans.services.stale import requeue_stale

__all__ = [
    "DOCUMENT_MAX_BYTES",
    "is_kept",
    "receive_archive",
    "receive_document",
    "receive_folder",
    "receive_git",
    "requeue_stale",
    "retry_scan",
    "run_scan",
]
