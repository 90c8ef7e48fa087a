"""The address of a map view: every filter and the selection, read from and written to the URL."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict

from apps.coupling.address import Address, keys_of, number_of, one_of, some_of, sort_of, text_of
from migration_engine.model import Coupling, Layer

VIEWS = ("map", "table")
MODES = ("path", "1", "2", "all")
TABS = ("findings", "dependents", "imports", "role", "override", "past")
SORTS = ("coupling", "layer", "name", "files", "strong", "weak", "handled", "reach")
CHANGES = ("layer", "coupling", "merge", "split", "exclude")
LAYERS = tuple(
    layer.value
    for layer in (Layer.BUSINESS, Layer.ORCHESTRATION, Layer.SERVING, Layer.RUNTIME, Layer.COMPUTE)
)
COUPLINGS = tuple(coupling.value for coupling in Coupling)


@dataclass(frozen=True, slots=True)
class MapQuery(Address):
    """What of the map is shown. A value that is not known is ignored, never an error."""

    view: str = "map"
    layer: tuple[str, ...] = ()
    coupling: tuple[str, ...] = ()
    rule: str = ""
    q: str = ""
    sel: str = ""
    mode: str = "path"
    tab: str = "findings"
    sort: str = "coupling"
    file: str = ""
    expand: tuple[str, ...] = ()
    change: str = "layer"
    rows: str = ""

    @classmethod
    def read(cls, data: QueryDict) -> MapQuery:
        """Return the query of a request's GET parameters."""
        return cls(
            scan=number_of(data.get("scan", "")),
            view=one_of(VIEWS, data.get("view", "")),
            layer=some_of(LAYERS, data.getlist("layer")),
            coupling=some_of(COUPLINGS, data.getlist("coupling")),
            rule=text_of(data.get("rule", "")),
            q=text_of(data.get("q", "")),
            sel=text_of(data.get("sel", ""), 400),
            mode=one_of(MODES, data.get("mode", "")),
            tab=one_of(TABS, data.get("tab", "")),
            sort=sort_of(SORTS, data.get("sort", "")),
            file=text_of(data.get("file", ""), 1000),
            expand=keys_of(data.getlist("expand")),
            change=one_of(CHANGES, data.get("change", "")),
            rows="all" if data.get("rows") == "all" else "",
        )

    def opened(self, key: str) -> str:
        """Return the address with a component opened in place, or closed where it is open."""
        rest = tuple(one for one in self.expand if one != key)
        return self.link(expand=rest if key in self.expand else (*self.expand, key), view="map", file="")

    @property
    def all_rows(self) -> bool:
        """Tell whether the table shows every row, however many."""
        return self.rows == "all"

    @property
    def is_filtered(self) -> bool:
        """Tell whether anything but the selection narrows the view."""
        return bool(self.layer or self.coupling or self.rule or self.q)
