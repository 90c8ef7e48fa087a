"""Scenarios beside the base: what a ready-made one changes, and a base with changes applied."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.tco.fields import Words
from apps.tco.forms import put_entered, shown_at, value_at

Inputs = Mapping[str, Any]
Changes = dict[str, Any]

_BUNDLED_MONTHS = 60
_KEPT_SHARE, _STAFF_UPLIFT = 0.3, 0.2


@dataclass(frozen=True, slots=True)
class ReadyMade:
    """A scenario that one click makes: its title, what it asks, and what it changes of a base."""

    kind: str
    title: Words
    question: Words
    changes: Callable[[Inputs], Changes]


def applied(base: Inputs, changes: Changes) -> dict[str, Any]:
    """Return the base with the values at their key paths, marked as entered."""
    inputs = deepcopy(dict(base))
    for path, value in changes.items():
        if shown_at(base, path) != value:
            put_entered(inputs, path, value)
    return inputs


def _without_subsidy(base: Inputs) -> Changes:
    """The dearer of both tariffs holds for Ascend, and no subsidy is paid."""
    tariffs = [value_at(base, f"sides.{side}.tariff_per_kwh") for side in ("gpu", "ascend")]
    known = [tariff for tariff in tariffs if tariff is not None]
    changes: Changes = {"sides.ascend.tariff_per_kwh": max(known) if len(known) == len(tariffs) else None}
    if value_at(base, "sides.ascend.tariff_subsidy_per_kwh"):
        changes["sides.ascend.tariff_subsidy_per_kwh"] = 0.0
    return changes


def _rented(_base: Inputs) -> Changes:
    """The rent covers hardware, power, space and support; what it is, nobody knows before asking."""
    return {"sides.ascend.rent_per_device_hour": None}


READY_MADE = (
    ReadyMade(
        "as_is",
        _("As is, no growth"),
        _("What if demand and prices stay where they are?"),
        lambda base: {
            "demand.growth_annual": 0.0,
            "sides.gpu.price_decline_annual": 0.0,
            "sides.ascend.price_decline_annual": 0.0,
        },
    ),
    ReadyMade(
        "subsidy_ends",
        _("Subsidy ends"),
        _("What if Ascend pays the same for electricity as everybody?"),
        _without_subsidy,
    ),
    ReadyMade(
        "licence_bundled",
        _("Licence bundled"),
        _("What if the GPU licence comes with the hardware?"),
        lambda base: {"sides.gpu.licence_bundled_months": float(_BUNDLED_MONTHS)},
    ),
    ReadyMade(
        "gpus_owned",
        _("GPUs owned"),
        _("What if the GPUs are paid for and can keep running?"),
        lambda base: {"case": "gpus_owned"},
    ),
    ReadyMade(
        "cloud_rent",
        _("Ascend rented"),
        _("What if Ascend devices are rented in a cloud instead of bought?"),
        _rented,
    ),
    ReadyMade(
        "mixed_fleet",
        _("Mixed fleet"),
        _("What if GPUs keep 30% of the demand, and one larger team runs both?"),
        lambda base: {"gpu_kept_share": _KEPT_SHARE, "gpu_kept_staff_uplift_share": _STAFF_UPLIFT},
    ),
)
BY_KIND = {one.kind: one for one in READY_MADE}


def kept_as(query: Mapping[str, str]) -> dict[str, str]:
    """Return what an address says of the scenario that it came from: kind, name and what a page calls it."""
    kind, name = query.get("kind", ""), query.get("name", "").strip()
    if kind in BY_KIND:
        return {"kind": kind, "name": "", "title": str(BY_KIND[kind].title)}
    return {"kind": "", "name": name, "title": name}
