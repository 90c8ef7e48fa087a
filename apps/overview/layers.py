"""Components by layer and coupling, and the bar that shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Count

from apps.coupling.models import EXCLUDED, MapComponent
from apps.scans.models import Component, Scan
from migration_engine.model import Coupling, Layer


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a bar of 100 units."""

    coupling: str
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class LayerRow:
    """One layer's components by coupling; those that overrides leave out are counted apart."""

    layer: str
    strong: int
    weak: int
    none: int
    left_out: int

    @property
    def components(self) -> int:
        """Return how many components of the layer the bar divides."""
        return self.strong + self.weak + self.none

    @property
    def parts(self) -> list[Part]:
        """Return the pieces of the bar, strong first; a layer without components has none."""
        return list(self._pieces()) if self.components else []

    def _pieces(self) -> Iterator[Part]:
        x = 0.0
        for coupling, count in (("strong", self.strong), ("weak", self.weak), ("none", self.none)):
            width = round(100 * count / self.components, 2)
            if width:
                yield Part(coupling, round(x, 2), width)
            x += width


def layers_of(scan: Scan) -> list[LayerRow]:
    """Return the five layers from top to bottom, under the overrides once the map is drawn."""
    numbers = _under_overrides(scan) or _as_scanned(scan)
    return [_row(layer, numbers) for layer in reversed(Layer)]


def _under_overrides(scan: Scan) -> Mapping[tuple[str, str], int]:
    shown = MapComponent.objects.filter(snapshot__scan=scan).order_by()
    numbers: Counter[tuple[str, str]] = Counter()
    grouped = shown.values_list("layer", "coupling", "excluded").annotate(n=Count("pk"))
    for layer, coupling, excluded, n in grouped:
        numbers[layer, EXCLUDED if excluded else coupling] += n
    return numbers


def _as_scanned(scan: Scan) -> Mapping[tuple[str, str], int]:
    grouped = Component.objects.filter(scan=scan).order_by().values_list("layer", "coupling")
    return {(layer, coupling): n for layer, coupling, n in grouped.annotate(n=Count("pk"))}


def _row(layer: Layer, numbers: Mapping[tuple[str, str], int]) -> LayerRow:
    return LayerRow(layer, *(numbers.get((layer, mark), 0) for mark in (*Coupling, EXCLUDED)))
