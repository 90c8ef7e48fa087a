"""Everything that coupling writes."""

from apps.coupling.services.drawing import request_missing, store_map
from apps.coupling.services.overriding import Said, end_overdue, override, undo

__all__ = ["Said", "end_overdue", "override", "request_missing", "store_map", "undo"]
