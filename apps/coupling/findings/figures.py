"""The numbers of a scan's findings under the overrides of its map: each is the length of a list."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from apps.coupling.filters import COUPLINGS
from apps.coupling.findings.columns import FOUND, Drawn, Mask
from apps.coupling.kept import components_as
from migration_engine.model import RuleKind


@lru_cache(maxsize=8)
def figures_of(drawn: Drawn) -> Mapping[str, int]:
    """Count by what the scanner concluded, whatever people decided; what is open by coupling too, and debt.

    `aware` of `places` that bind work on an NPU already; `files_…` counts files by their tightest finding,
    and apart those that overrides leave out of the migration: they are in no share.
    """
    columns = drawn.columns
    told = dict(zip(FOUND, np.bincount(columns["found"], minlength=len(FOUND)).tolist(), strict=True))
    binds = columns.of_rule([kind == RuleKind.COUPLING for kind in columns.kinds]) == 1
    is_open = columns["found"] == FOUND.index("open")
    tight = {one: binds & is_open & (columns["coupling"] == place) for place, one in enumerate(COUPLINGS)}
    strong, weak = int(tight["strong"].sum()), int(tight["weak"].sum())
    aware = int((binds & (columns["found"] == FOUND.index("handled"))).sum())
    debt = columns.of_rule([kind == RuleKind.DEBT for kind in columns.kinds]) == 1
    return {
        **told,
        "findings": len(columns),
        "strong": strong,
        "weak": weak,
        "debt": int((debt & is_open).sum()),
        "aware": aware,
        "places": aware + strong + weak,
        **_files(drawn, tight["strong"], tight["weak"]),
    }


def _files(drawn: Drawn, strong: Mask, weak: Mask) -> Mapping[str, int]:
    paths = drawn.columns["path"]
    tightest = np.unique(paths[strong])
    less = np.setdiff1d(paths[weak], tightest)
    left_out = sum(one.files for one in components_as(drawn.key) if one.excluded)
    rest = drawn.scan.counts["files"] - left_out - len(tightest) - len(less)
    return {
        "files_strong": len(tightest),
        "files_weak": len(less),
        "files_none": rest,
        "files_left_out": left_out,
    }
