"""The address of a map view: every filter and the selection, read from and written to the URL."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict

from apps.coupling.address import one_of, sort_of, text_of
from apps.coupling.filters import Filters, filters_in

VIEWS = ("map", "table")
MODES = ("path", "1", "2", "all")
TABS = ("findings", "dependents", "imports", "role", "override", "past")
SORTS = ("coupling", "layer", "name", "files", "strong", "weak", "handled", "reach")
CHANGES = ("layer", "coupling", "merge", "split", "exclude")


@dataclass(frozen=True, slots=True)
class MapQuery(Filters):
    """What of the map is shown. A value that is not known is ignored, never an error."""

    view: str = "map"
    sel: str = ""
    mode: str = "path"
    tab: str = "findings"
    sort: str = "coupling"
    file: str = ""
    change: str = "layer"
    rows: str = ""

    @classmethod
    def read(cls, data: QueryDict) -> MapQuery:
        """Return the query of a request's GET parameters."""
        return cls(
            **filters_in(data),
            view=one_of(VIEWS, data.get("view", "")),
            sel=text_of(data.get("sel", ""), 400),
            mode=one_of(MODES, data.get("mode", "")),
            tab=one_of(TABS, data.get("tab", "")),
            sort=sort_of(SORTS, data.get("sort", "")),
            file=text_of(data.get("file", ""), 1000),
            change=one_of(CHANGES, data.get("change", "")),
            rows="all" if data.get("rows") == "all" else "",
        )

    def opened(self, key: str) -> str:
        """Return the address with a component opened in place, or closed where it is open."""
        return self.link(expand=self.with_toggled(key), view="map", file="")

    @property
    def all_rows(self) -> bool:
        """Tell whether the table shows every row, however many."""
        return self.rows == "all"
