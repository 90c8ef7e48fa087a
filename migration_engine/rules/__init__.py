"""Coupling patterns as data: the rule format, its loader, and the catalogue that ships with the engine."""

from migration_engine.rules.loader import load_catalogue, load_folder

__all__ = ["load_catalogue", "load_folder"]
