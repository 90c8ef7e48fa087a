"""Everything that writes nodes, jobs and evidence."""

from apps.validation.services.attempts import Fence, append_log, heartbeat, release
from apps.validation.services.jobs import cancel, request_job
from apps.validation.services.leasing import Lease, lease
from apps.validation.services.nodes import enrol, introduce, issue_enrolment_code, retire
from apps.validation.services.presence import note_presence
from apps.validation.services.reconcile import reconcile
from apps.validation.services.results import record_attempt
from apps.validation.services.signing import public_key

__all__ = [
    "Fence",
    "Lease",
    "append_log",
    "cancel",
    "enrol",
    "heartbeat",
    "introduce",
    "issue_enrolment_code",
    "lease",
    "note_presence",
    "public_key",
    "reconcile",
    "record_attempt",
    "release",
    "request_job",
    "retire",
]
