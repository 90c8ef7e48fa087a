"""Components by layer and coupling, and the bar that shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from apps.coupling.models import MapComponent
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
    """One layer's components by coupling."""

    layer: str
    strong: int
    weak: int
    none: int

    @property
    def components(self) -> int:
        """Return how many components the layer has."""
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
    shown = MapComponent.objects.filter(snapshot__scan=scan)
    numbers = _numbers(shown) or _numbers(Component.objects.filter(scan=scan))
    return [_row(layer, numbers) for layer in reversed(Layer)]


def _numbers(components: QuerySet[MapComponent] | QuerySet[Component]) -> Mapping[tuple[str, str], int]:
    counted = components.order_by().values_list("layer", "coupling").annotate(n=Count("pk"))
    return {(layer, coupling): n for layer, coupling, n in counted}


def _row(layer: Layer, numbers: Mapping[tuple[str, str], int]) -> LayerRow:
    strong, weak, none = (numbers.get((layer, coupling), 0) for coupling in Coupling)
    return LayerRow(layer, strong, weak, none)
