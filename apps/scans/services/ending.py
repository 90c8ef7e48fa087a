"""The one way in which a scan fails."""

from __future__ import annotations

from django.db.models.functions import Now

from apps.scans.models import Scan, State
from apps.scans.services.tokens import forget_token
from migration_engine.text import Text

LONGEST = 4000


def fail_scan(*, scan_id: int, code: str, message: Text, run_token: str) -> bool:
    """Mark a running scan failed; return False when it had ended, or another run owns it by now."""
    told = {"error_message": message.en[:LONGEST], "error_message_zh": message.zh[:LONGEST]}
    failed = Scan.objects.owned(scan_id, run_token).update(
        state=State.FAILED, finished_at=Now(), error_code=code, **told
    )
    if failed:
        forget_token(scan_id)
    return failed == 1
