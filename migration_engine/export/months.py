"""The months of a cost comparison as comma-separated values: one line a month, one column a cost head."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping

from migration_engine.tco.result import Result, Row

Heads = Mapping[str, float | None]


def months_csv(result: Result, note: str = "") -> str:
    """Month, heads and total of both worlds, difference, running sums, servers, tonnes of CO₂.

    What is unknown stays empty. Money in the scenario's currency, cost negative, rounded to a hundredth, so
    that rows may differ from their totals by as much, tonnes to grams; the engine's result holds every digit.
    A note on what the scenario is stands in a last column of every line, so that it is not lost when lines
    are copied.
    """
    stay, migrate = (_heads(getattr(row, world) for row in result.monthly) for world in ("stay", "migrate"))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(
        [
            "month",
            *_titles("stay", stay),
            *_titles("migrate", migrate),
            *_LAST,
            *(["scenario"] if note else []),
        ]
    )
    for row in result.monthly:
        writer.writerow([*_line(row, stay, migrate), *([note] if note else [])])
    return out.getvalue()


_LAST = (
    "difference",
    "cumulative_stay",
    "cumulative_migrate",
    "cumulative_difference",
    "discount_factor",
    "cumulative_discounted_difference",
    "servers_stay",
    "servers_migrate",
    "servers_kept",
    "co2_t_stay",
    "co2_t_migrate",
)


_NO_MONEY = frozenset({"discount_factor", "servers_stay", "servers_migrate", "servers_kept"})
_TONNES = frozenset({"co2_t_stay", "co2_t_migrate"})


def _heads(months: Iterable[Heads]) -> list[str]:
    """Every head that occurs, in the order in which they come up, the total last."""
    seen = dict.fromkeys(head for month in months for head in month if head != "total")
    return [*seen, "total"]


def _titles(world: str, heads: Iterable[str]) -> list[str]:
    return [f"{world}_{head}" for head in heads]


def _line(row: Row, stay: Iterable[str], migrate: Iterable[str]) -> list[float | None]:
    # A head that is not there in a month moves nothing in it; one that is unknown stays empty.
    return [
        row.month,
        *(_cents(row.stay.get(head, 0.0)) for head in stay),
        *(_cents(row.migrate.get(head, 0.0)) for head in migrate),
        *(_shown(row, key) for key in _LAST),
    ]


def _shown(row: Row, key: str) -> float | None:
    found: float | None = getattr(row, key)
    if key in _TONNES:
        return None if found is None else round(found, 6)
    return found if key in _NO_MONEY else _cents(found)


def _cents(amount: float | None) -> float | None:
    # Adding zero turns the -0.0 of a rounded cost into 0.0.
    return None if amount is None else round(amount, 2) + 0.0
