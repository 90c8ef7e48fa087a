"""Everything that coupling writes."""

from apps.coupling.services.drawing import request_missing, store_map
from apps.coupling.services.measuring import request_points, store_point
from apps.coupling.services.noticing import mark_seen, note_changes, tell
from apps.coupling.services.noting import add_note
from apps.coupling.services.overriding import Said, end_overdue, override, undo
from apps.coupling.services.triage import Decision, FindingsMoved, decide, take_back
from apps.coupling.services.viewing import drop_view, save_view

__all__ = [
    "Decision",
    "FindingsMoved",
    "Said",
    "add_note",
    "decide",
    "drop_view",
    "end_overdue",
    "mark_seen",
    "note_changes",
    "override",
    "request_missing",
    "request_points",
    "save_view",
    "store_map",
    "store_point",
    "take_back",
    "tell",
    "undo",
]
