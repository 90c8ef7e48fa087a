"""Everything that writes nodes, jobs and evidence."""

from apps.validation.services.access import doorbell_of
from apps.validation.services.artifacts import announce_artifact, receive_chunk
from apps.validation.services.attempts import heartbeat, release
from apps.validation.services.changing import cancel, move, retry, retry_all
from apps.validation.services.fence import Fence
from apps.validation.services.foreign import note_foreign_write
from apps.validation.services.jobs import request_job
from apps.validation.services.leasing import Lease, lease
from apps.validation.services.logs import append_log
from apps.validation.services.nodes import enrol, introduce, issue_enrolment_code
from apps.validation.services.presence import note_presence
from apps.validation.services.reaping import reap_artifacts
from apps.validation.services.reconcile import reconcile
from apps.validation.services.restored import put_fences_up
from apps.validation.services.results import keep_late, record_attempt
from apps.validation.services.signing import public_key
from apps.validation.services.tending import (
    drain,
    new_token_for,
    resume,
    retire,
    revoke_token,
    rotate_token,
    token_was_used,
)
from apps.validation.services.verifying import verify_evidence

__all__ = [
    "Fence",
    "Lease",
    "announce_artifact",
    "append_log",
    "cancel",
    "doorbell_of",
    "drain",
    "enrol",
    "heartbeat",
    "introduce",
    "issue_enrolment_code",
    "keep_late",
    "lease",
    "move",
    "new_token_for",
    "note_foreign_write",
    "note_presence",
    "public_key",
    "put_fences_up",
    "reap_artifacts",
    "receive_chunk",
    "reconcile",
    "record_attempt",
    "release",
    "request_job",
    "resume",
    "retire",
    "retry",
    "retry_all",
    "revoke_token",
    "rotate_token",
    "token_was_used",
    "verify_evidence",
]
