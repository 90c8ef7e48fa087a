"""In which order components move: waves that respect dependencies and start small."""

from migration_engine.planning.groups import Group, strong_groups
from migration_engine.planning.waves import Wave, WaveItem, WaveKind, waves

__all__ = ["Group", "Wave", "WaveItem", "WaveKind", "strong_groups", "waves"]
