"""What the portal keeps about a scan beyond its own rows."""

from apps.coupling.models.snapshot import MapSnapshot

__all__ = ["MapSnapshot"]
