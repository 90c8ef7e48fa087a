"""Which PyTorch operators torch_npu supports, as its published tables and its analysis tool say."""

from migration_engine.operators.table import (
    VERSIONS,
    OperatorTable,
    State,
    Statement,
    Support,
    operator_table,
)

__all__ = ["VERSIONS", "OperatorTable", "State", "Statement", "Support", "operator_table"]
