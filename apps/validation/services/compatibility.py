"""Whether the versions on a node are known not to go together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from migration_engine.compatibility import Fit, judge, versions_in


def known_bad(facts: Mapping[str, Any]) -> dict[str, str] | None:
    """Return why in both languages, or None where no table and no part speaks against them."""
    bad = judge(versions_in(facts)).of(Fit.KNOWN_BAD)
    return {"en": bad[0].reason.en, "zh": bad[0].reason.zh} if bad else None
