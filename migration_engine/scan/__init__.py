"""Reads a tree with the rules: files, findings, edges and an honest account of what was not looked at."""

from migration_engine.scan.run import Progress, scan_tree

__all__ = ["Progress", "scan_tree"]
