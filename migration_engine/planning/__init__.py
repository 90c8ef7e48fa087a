"""In which order components move: waves that respect dependencies and start small."""

from migration_engine.planning.waves import Wave, WaveItem, WaveKind, waves

__all__ = ["Wave", "WaveItem", "WaveKind", "waves"]
