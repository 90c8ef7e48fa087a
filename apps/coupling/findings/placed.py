"""Rows of findings with what the map makes of them: component and layer, coupling, standing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.coupling.filters import COUPLINGS
from apps.coupling.findings.choice import rows_of
from apps.coupling.findings.columns import CHANGES, Drawn, Held, Numbers
from apps.coupling.findings.standing import STANDINGS
from apps.scans.models import Finding


@dataclass(frozen=True, slots=True)
class Placed:
    """A row as the scan wrote it, and beside it what holds under the overrides and decisions of now.

    `change` since the scan before: returned too is what people had called fixed.
    """

    row: Finding
    component: Held
    coupling: str
    standing: str
    change: str


def placed(drawn: Drawn, stands: Numbers, pks: Sequence[int], *, with_code: bool = False) -> Iterator[Placed]:
    """Yield these findings of the scan in this order; STANDS are its standings."""
    rows = rows_of(pks) if with_code else rows_of(pks).defer("snippet")
    by_pk = {row.pk: row for row in rows}
    columns = drawn.columns
    for pk, place in zip(pks, columns.places_of(list(pks)).tolist(), strict=True):
        yield Placed(
            row=by_pk[pk],
            component=columns.components[columns["component"][place]],
            coupling=COUPLINGS[columns["coupling"][place]],
            standing=STANDINGS[stands[place]],
            change=CHANGES[columns["change"][place]],
        )
