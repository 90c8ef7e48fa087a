"""What differs between two scans of a source, and the limits that a new one must keep."""

from migration_engine.changes.compare import Change, ChangeKind, Changes, compare
from migration_engine.changes.forecast import Forecast, Outlook, forecast
from migration_engine.changes.identity import Trace, followed
from migration_engine.changes.limits import Limit, Limits, Verdict, judge
from migration_engine.changes.unchecked import Unchecked

__all__ = [
    "Change",
    "ChangeKind",
    "Changes",
    "Forecast",
    "Limit",
    "Limits",
    "Outlook",
    "Trace",
    "Unchecked",
    "Verdict",
    "compare",
    "followed",
    "forecast",
    "judge",
]
