"""Searching a text in the columns of a map's findings."""

from __future__ import annotations

from apps.coupling.findings.columns import Drawn, Mask
from apps.scans.models import Scan


def says(drawn: Drawn, text: str) -> Mask:
    """Return which findings hold TEXT in path, symbol, rule, rule's title or component, in whatever case."""
    columns = drawn.columns
    titled = _rules_titled(drawn.scan, text)
    found: Mask = columns.of_rule([rule in titled for rule in columns.rules]) == 1
    for name in ("path", "symbol", "rule", "component"):
        found |= columns.saying(name, text)
    return found


def _rules_titled(scan: Scan, text: str) -> set[str]:
    """The ids of the scan's rules whose title in either language holds TEXT."""
    wanted = text.casefold()
    return {
        rule["id"]
        for rule in scan.rules
        if any(wanted in title.casefold() for title in rule["title"].values())
    }
