"""Costs of the demo project: example figures, marked as such, from which every page has something to show."""

from __future__ import annotations

from copy import deepcopy

from django.contrib.auth.models import User

from apps.projects.models import Project
from apps.tco import services, snapshots
from apps.tco.models import Scenario
from apps.tco.selectors import comparison_for
from apps.tco.variants import BY_KIND
from migration_engine.tco.placeholders import put

_EXAMPLE = {"origin": "expert", "source": "Example of the demo, no offer", "owner": "demo"}
_QUOTED = {**_EXAMPLE, "currency": "USD", "fx_rate": 7.15, "fx_date": "2026-11-02"}
# The scan is still queued when these are stored: the plan's own work can be taken over later.
FIGURES = {
    "sides.ascend.server_price": {"value": 900_000.0, "low": 750_000.0, "high": 1_200_000.0, **_EXAMPLE},
    "sides.gpu.server_price": {"value": 1_215_500.0, "low": 1_072_500.0, "high": 1_430_000.0, **_QUOTED},
    "sides.gpu.licence_annual": {"value": 32_175.0, "low": 0.0, "high": 32_175.0, **_QUOTED},
    "migration.person_days.low": {"value": 60.0, **_EXAMPLE},
    "migration.person_days.likely": {"value": 90.0, **_EXAMPLE},
    "migration.person_days.high": {"value": 180.0, **_EXAMPLE},
    "demand.growth_annual": {"value": 0.15, "low": 0.0, "high": 0.3, **_EXAMPLE},
    "sides.ascend.tariff_subsidy_per_kwh": {"value": 0.2, "low": 0.1, "high": 0.3, **_EXAMPLE},
    "sides.ascend.tariff_subsidy_until_month": {"value": 24.0, **_EXAMPLE},
}
RATES = {"USD": {"low": 6.8, "value": 7.15, "high": 7.5, "date": "2026-11-02", "source": _EXAMPLE["source"]}}
KINDS = ("as_is", "subsidy_ends", "licence_bundled", "gpus_owned", "mixed_fleet")


def add_costs(user: User, project: Project) -> None:
    """Store the examples once: a comparison, scenarios beside it, and a snapshot for the first meeting."""
    if Scenario.objects.of(project).exists():
        return
    inputs = deepcopy(comparison_for(project).inputs)
    for path, figure in FIGURES.items():
        put(inputs, path, dict(figure))
    put(inputs, "simulation.exchange_rates", RATES)
    services.save(actor=user, project=project, inputs=inputs, reason=_EXAMPLE["source"])
    for kind in KINDS:
        services.keep_variant(actor=user, project=project, changes=BY_KIND[kind].changes(inputs), kind=kind)
    snapshots.take(actor=user, project=project, title="First meeting", note=_EXAMPLE["source"])
