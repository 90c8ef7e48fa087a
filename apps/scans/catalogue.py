"""The rules that the portal brings along; they never change while the process lives."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from migration_engine.model import Rule
from migration_engine.rules import load_catalogue


@cache
def known_rules() -> Mapping[str, Rule]:
    """Return the rules by their ids."""
    return {rule.id: rule for rule in load_catalogue().rules}
