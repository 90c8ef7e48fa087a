"""PyYAML in the time that libyaml needs: the expressions of its parser in Python wait until one is wanted."""

from __future__ import annotations

import re

from migration_engine.expression import expression

_at_once = re.compile
re.compile = expression  # type: ignore[assignment]  # they take half of the time that it takes to load
try:
    import yaml
finally:
    re.compile = _at_once

__all__ = ["Untagged", "yaml"]


class Untagged(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Composes nodes that do not say what they mean: numbers, dates and texts are scalars alike."""

    def descend_resolver(self, *_: object) -> None:
        """Nothing is told by its path."""

    def ascend_resolver(self) -> None:
        """Nor above it."""

    def resolve(self, *_: object) -> str:
        return "tag:yaml.org,2002:str"
