"""What the portal keeps about a scan beyond its own rows."""

from apps.coupling.models.note import ComponentNote
from apps.coupling.models.notice import Notice, NoticeMark
from apps.coupling.models.override import EndedBy, Override, OverrideKind
from apps.coupling.models.point import HistoryPoint
from apps.coupling.models.returned import Returned
from apps.coupling.models.saved_view import SavedView
from apps.coupling.models.snapshot import EXCLUDED, MapComponent, MapFindings, MapGraph, MapSnapshot
from apps.coupling.models.triage import Triage, TriageChange, TriageQuerySet, TriageStatus, TriageStep

__all__ = [
    "EXCLUDED",
    "ComponentNote",
    "EndedBy",
    "HistoryPoint",
    "MapComponent",
    "MapFindings",
    "MapGraph",
    "MapSnapshot",
    "Notice",
    "NoticeMark",
    "Override",
    "OverrideKind",
    "Returned",
    "SavedView",
    "Triage",
    "TriageChange",
    "TriageQuerySet",
    "TriageStatus",
    "TriageStep",
]
