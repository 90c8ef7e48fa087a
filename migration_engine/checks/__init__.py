"""The checklist: what must be shown before the move, and what evidence shows it."""

from migration_engine.checks.item import Condition, Group, Item, Stage
from migration_engine.checks.loader import load_items
from migration_engine.checks.verdict import Evidence, Judgement, SetAside, State, judge

__all__ = [
    "Condition",
    "Evidence",
    "Group",
    "Item",
    "Judgement",
    "SetAside",
    "Stage",
    "State",
    "judge",
    "load_items",
]
