"""Taking in log lines: numbered batches, each once, up to a cap that is said."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F

from apps.core.hidden import spelled_out
from apps.validation.models import Attempt, JobLog
from apps.validation.services.fence import Fence
from migration_engine.protocol.spec import LOG_LINES

# The node itself stops there and says so in one more line; this holds for a node that does not.
MOST_LINES = LOG_LINES + 1


@transaction.atomic
def append_log(*, fence: Fence, sequence: int, lines: Sequence[str]) -> bool:
    """Keep a batch of lines, hidden letters spelled out; a repeated one is kept once.

    Returns False once the attempt's log is full: what went beyond was cut, and the attempt says so.
    Raises Fenced.
    """
    attempt = fence.locked()
    room = MOST_LINES - attempt.log_lines
    if JobLog.objects.filter(attempt=attempt, sequence=sequence).exists():
        return not attempt.log_cut
    kept = [spelled_out(line) for line in lines[:room]]
    if kept:
        first = attempt.log_lines + 1
        JobLog.objects.create(attempt=attempt, sequence=sequence, first_line=first, lines=kept)
    cut = len(kept) < len(lines)
    Attempt.objects.filter(pk=attempt.pk).update(
        log_lines=F("log_lines") + len(kept), log_cut=attempt.log_cut or cut
    )
    return not cut
