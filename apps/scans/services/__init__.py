"""Everything that writes scans."""

from apps.scans.services.branches import choose_branch
from apps.scans.services.receive import (
    DOCUMENT_MAX_BYTES,
    is_kept,
    receive_archive,
    receive_document,
    receive_folder,
    receive_git,
    retry_scan,
)
from apps.scans.services.rule_files import MAX_BYTES as RULE_FILE_MAX_BYTES
from apps.scans.services.rule_files import add_rule_file, remove_rule_file, switch_rule_file
from apps.scans.services.run import run_scan
from apps.scans.services.schedules import add_schedule, remove_schedule, rescan_due, switch_schedule
from apps.scans.services.stale import requeue_stale

__all__ = [
    "DOCUMENT_MAX_BYTES",
    "RULE_FILE_MAX_BYTES",
    "add_rule_file",
    "add_schedule",
    "choose_branch",
    "is_kept",
    "receive_archive",
    "receive_document",
    "receive_folder",
    "receive_git",
    "remove_rule_file",
    "remove_schedule",
    "requeue_stale",
    "rescan_due",
    "retry_scan",
    "run_scan",
    "switch_rule_file",
    "switch_schedule",
]
