"""A comparison with a verdict, saved by the manager, for tests that start from one."""

from __future__ import annotations

from typing import Any

from apps.projects.models import Project
from apps.tco import services
from apps.tco.models import Scenario
from tests.engine.tco.samples import golden

QUOTE = {
    "value": 900_000, "low": 700_000, "high": 1_300_000, "origin": "quote", "source": "Offer 12",
    "evidence": "https://example.org/offer-12.pdf", "owner": "Mona", "valid_until": "2020-01-31",
    "currency": "USD", "fx_rate": 7.2, "fx_date": "2026-11-30",
}  # fmt: skip
DEFAULT = {"value": 0.65, "low": 0.4, "high": 0.85, "origin": "default", "source": "industrial mean"}


def inputs(**changes: Any) -> dict[str, Any]:
    """Return the golden inputs with an old quote and a default among them."""
    given = {"sides__ascend__server_price": QUOTE, "sides__gpu__tariff_per_kwh": DEFAULT}
    return golden(grid_factor_kg_per_kwh=0.5366, **(given | changes))


def saved(project: Project, by: str = "mona", **changes: Any) -> Scenario:
    """Store a comparison, 300 draws small."""
    return services.save(
        actor=by, project=project, inputs=inputs(simulation={"draws": 300, "seed": 7}, **changes)
    )
