"""`python -m migration_engine.cli` is `npu-migrate`."""

from migration_engine.cli import run

run()
