"""The filters that map and graph share: which components they show, and which of them stand open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from apps.coupling.address import Address, keys_of, scan_in, some_of, text_of
from apps.coupling.models import EXCLUDED
from migration_engine.model import Coupling, Layer

LAYERS = tuple(
    layer.value
    for layer in (Layer.BUSINESS, Layer.ORCHESTRATION, Layer.SERVING, Layer.RUNTIME, Layer.COMPUTE)
)
COUPLINGS = tuple(coupling.value for coupling in Coupling)
# What a component is marked with on map and graph.
MARKS = (*COUPLINGS, EXCLUDED)


@dataclass(frozen=True, slots=True)
class Filters(Address):
    """What narrows the components of a scan. A value that is not known is ignored, never an error."""

    layer: tuple[str, ...] = ()
    coupling: tuple[str, ...] = ()
    rule: str = ""
    q: str = ""
    expand: tuple[str, ...] = ()

    @property
    def is_filtered(self) -> bool:
        """Tell whether anything narrows which components are shown."""
        return bool(self.layer or self.coupling or self.rule or self.q)

    def with_toggled(self, key: str) -> tuple[str, ...]:
        """Return what stands open once a component is opened, or closed where it is open."""
        rest = tuple(one for one in self.expand if one != key)
        return rest if key in self.expand else (*self.expand, key)


def filters_in(data: QueryDict) -> dict[str, Any]:
    """Return the fields of `Filters` as a request's GET parameters have them."""
    return {
        "scan": scan_in(data),
        "layer": some_of(LAYERS, data.getlist("layer")),
        "coupling": some_of(MARKS, data.getlist("coupling")),
        "rule": text_of(data.get("rule", "")),
        "q": text_of(data.get("q", "")),
        "expand": keys_of(data.getlist("expand")),
    }
