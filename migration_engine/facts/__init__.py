"""What a scan knows of the models: one answer a property, and the operators against a support table."""

from migration_engine.facts.summary import (
    UNKNOWN,
    ModelSummary,
    OperatorRow,
    Property,
    Value,
    summary_of,
)
from migration_engine.facts.texts import PROPERTY_NAMES, STATE_NAMES

__all__ = [
    "PROPERTY_NAMES",
    "STATE_NAMES",
    "UNKNOWN",
    "ModelSummary",
    "OperatorRow",
    "Property",
    "Value",
    "summary_of",
]
