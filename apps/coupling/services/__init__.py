"""Everything that coupling writes."""

from apps.coupling.services.drawing import request_missing, store_map

__all__ = ["request_missing", "store_map"]
