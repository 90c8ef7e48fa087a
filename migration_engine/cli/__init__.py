"""`npu-migrate`: scan, look at rules, map, plan and price, on a machine without any service."""

import migration_engine.cli.garbage  # noqa: F401  # before all that is loaded
from migration_engine.cli.program import cli, main, run

__all__ = ["cli", "main", "run"]
