"""Which findings count as open work: what the burn-down, comparisons and waves have in common."""

from __future__ import annotations

import numpy as np

from apps.coupling.filters import COUPLINGS
from apps.coupling.findings.columns import FOUND, Columns, Mask
from migration_engine.model import Coupling, FindingStatus, RuleKind

BINDING = (Coupling.STRONG, Coupling.WEAK)


def open_in(columns: Columns) -> Mask:
    """Return which findings bind and are open under the overrides, as the list of open ones has them."""
    return _binding(columns, "found", "coupling")


def open_as_scanned(columns: Columns) -> Mask:
    """Return which findings bind and are open as the scanner said, whatever overrides say."""
    return _binding(columns, "scanned_status", "scanned_coupling")


def of_kind(columns: Columns, *kinds: str) -> Mask:
    """Return which findings are of rules of these kinds."""
    mask: Mask = columns.of_rule([int(kind in kinds) for kind in columns.kinds]) == 1
    return mask


def _binding(columns: Columns, status: str, coupling: str) -> Mask:
    binds = np.isin(columns[coupling], [COUPLINGS.index(one.value) for one in BINDING])
    is_open = columns[status] == FOUND.index(FindingStatus.OPEN)
    mask: Mask = of_kind(columns, RuleKind.COUPLING) & binds & is_open
    return mask
