"""How far two outputs of one module are apart, and how far they may be."""

from __future__ import annotations

from dataclasses import dataclass

import torch


@dataclass(frozen=True, slots=True)
class Thresholds:
    """All three must hold: cosine alone is blind to a pure error of scale."""

    cosine: float
    relative_error: float
    max_abs_share: float
    """Largest single error as a share of the largest reference value."""


@dataclass(frozen=True, slots=True)
class Distance:
    """The numbers of one module; None where an output was not finite."""

    name: str
    cosine: float | None
    relative_error: float | None
    max_abs: float | None
    passes: bool


THRESHOLDS = {
    "float32": Thresholds(cosine=0.999999, relative_error=1e-3, max_abs_share=1e-3),
    "float16": Thresholds(cosine=0.9999, relative_error=1e-2, max_abs_share=2e-2),
    "bfloat16": Thresholds(cosine=0.9995, relative_error=2e-2, max_abs_share=5e-2),
}


def distance(name: str, reference: torch.Tensor, target: torch.Tensor, limits: Thresholds) -> Distance:
    """Compare in double precision; anything that is not finite never passes."""
    a, b = reference.flatten().double(), target.flatten().double()
    if not bool(torch.isfinite(a).all() and torch.isfinite(b).all()):
        return Distance(name, None, None, None, passes=False)
    gap = a - b
    size, peak = float(a.norm()), float(a.abs().max())
    cosine = float(torch.nn.functional.cosine_similarity(a, b, dim=0))
    relative = float(gap.norm()) / size if size else float(gap.norm())
    worst = float(gap.abs().max())
    share = worst / peak if peak else worst
    passes = cosine >= limits.cosine and relative <= limits.relative_error and share <= limits.max_abs_share
    return Distance(name, round(cosine, 9), round(relative, 9), round(worst, 9), passes)


def worse(one: Distance, other: Distance) -> Distance:
    """The one to show when a comparison was repeated."""
    if one.passes != other.passes:
        return other if one.passes else one
    if one.relative_error is None or other.relative_error is None:
        return one if one.relative_error is None else other
    return one if one.relative_error >= other.relative_error else other
