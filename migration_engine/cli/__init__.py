"""`npu-migrate`: scan, look at rules, map, plan and price, on a machine without any service."""

from migration_engine.cli.program import cli, main

__all__ = ["cli", "main"]
