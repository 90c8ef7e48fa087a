"""From the cost of staying to the cost of migrating, one bar for each head; the bars add up exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from migration_engine.tco.heads import HEADS

# Sums of money leave dust behind; a bar of less than half a unit shows nothing.
_DUST = 0.5
ONE_OFF = frozenset({"one_off", "dual_run", "rollback", "resale"})


@dataclass(frozen=True, slots=True)
class Bar:
    """A head's present value on both sides; a cost is negative, and so is a difference that costs."""

    head: str
    label: str
    stay: float
    migrate: float

    @property
    def difference(self) -> float:
        """Return migrate minus stay."""
        return self.migrate - self.stay


def head_labels() -> dict[str, str]:
    """Return what people call each cost head."""
    return {
        "purchase": _("Servers"),
        "electricity": _("Electricity"),
        "demand_charge": _("Demand charge"),
        "rack": _("Rack space"),
        "network": _("Network"),
        "support": _("Hardware support"),
        "spares": _("Spare parts"),
        "licence": _("Software licences"),
        "staff": _("Operations staff"),
        "rent": _("Cloud rent"),
        "carbon": _("Carbon price"),
        "one_off": _("Migration work, once"),
        "dual_run": _("Dual run"),
        "gpu_kept": _("GPUs that stay"),
        "rollback": _("Risk of going back"),
        "resale": _("Resale of the GPUs"),
        "residual": _("Value left at the horizon"),
        "tax": _("Tax"),
    }


def bars(result: dict[str, Any]) -> list[Bar]:
    """Return the heads in which the two sides differ; none while a side's cost is unknown."""
    if result["npv_difference"] is None:
        return []
    labels = head_labels()
    found = {
        bar["head"]: Bar(bar["head"], labels[bar["head"]], bar["stay"], bar["migrate"])
        for bar in result["waterfall"]
        if abs(bar["difference"]) >= _DUST
    }
    return [found[head] for head in ORDER if head in found]


ORDER = (*(head for head in HEADS if head not in ONE_OFF), *(head for head in HEADS if head in ONE_OFF))
"""What recurs first, what happens once last."""
