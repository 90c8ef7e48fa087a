"""What differs between two scans of a source, and the limits that a new one must keep."""

from migration_engine.changes.compare import Change, ChangeKind, Changes, compare
from migration_engine.changes.limits import Limit, Limits, Verdict, judge

__all__ = ["Change", "ChangeKind", "Changes", "Limit", "Limits", "Verdict", "compare", "judge"]
