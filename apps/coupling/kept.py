"""What of the last few maps stays unpacked in memory: a drawn map is replaced, never changed."""

from __future__ import annotations

from functools import lru_cache

from apps.coupling.models import MapComponent, MapSnapshot
from migration_engine.coupling import CouplingMap

Key = tuple[int, str, str]


def drawn_of(snapshot: MapSnapshot) -> CouplingMap:
    """Return the engine's map, without its exposures."""
    return drawn_as(key_of(snapshot))


def components_of(snapshot: MapSnapshot) -> tuple[MapComponent, ...]:
    """Return all components of a map, without their votes and exposures; nobody may change them."""
    return components_as(key_of(snapshot))


def key_of(snapshot: MapSnapshot) -> Key:
    """Return what tells this drawing from any other."""
    return snapshot.pk, snapshot.sha256, snapshot.updated_at.isoformat()


@lru_cache(maxsize=8)
def drawn_as(key: Key) -> CouplingMap:
    """Return the map of that drawing."""
    return CouplingMap.from_dict(MapSnapshot.objects.values_list("data", flat=True).get(pk=key[0]))


@lru_cache(maxsize=8)
def components_as(key: Key) -> tuple[MapComponent, ...]:
    """Return the components of that drawing."""
    return tuple(MapComponent.objects.filter(snapshot=key[0]).defer("layer_votes", "exposure"))
