"""Noting once a minute which nodes are there; several reconcilers note it once."""

from __future__ import annotations

from django.conf import settings
from django.db import connection

from apps.validation.models import NodeState

NOTE_EVERY_S = 55
# One statement for all nodes, on the database's clock: what a heartbeat costs stays what it is.
NOTE = """
INSERT INTO validation_nodeday AS kept (node_id, day, looks, heard, looked_at)
SELECT id, CURRENT_DATE, 1, coalesce(last_seen_at > now() - make_interval(secs => %s), false)::int, now()
FROM validation_node WHERE state <> %s
ON CONFLICT (node_id, day) DO UPDATE
SET looks = kept.looks + 1, heard = kept.heard + excluded.heard, looked_at = excluded.looked_at
WHERE kept.looked_at < excluded.looked_at - make_interval(secs => %s)
"""


def note_presence() -> int:
    """Return for how many nodes it was noted now whether they are there."""
    with connection.cursor() as cursor:
        cursor.execute(NOTE, [settings.NODE_SILENT_S, NodeState.RETIRED.value, NOTE_EVERY_S])
        return int(cursor.rowcount)
