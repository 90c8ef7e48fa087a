"""The address of a graph view: filters, what is opened, what is selected, and what is asked about it."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict

from apps.coupling.address import number_of, one_of, some_of, text_of
from apps.coupling.filters import Filters, filters_in
from apps.coupling.graph.packed import KINDS

VIEWS = ("graph", "list")
COLOURS = ("coupling", "layer", "status")
MODES = ("near", "1", "2")


@dataclass(frozen=True, slots=True)
class GraphQuery(Filters):
    """What of the graph is shown. A node is a component's key or a file's path.

    `to` asks for the path from `sel` to it, `mode` for what depends on `sel` within so many steps, and
    `cycle` for the components of one circle, counted from 1.
    """

    view: str = "graph"
    kind: tuple[str, ...] = ()
    colour: str = "coupling"
    sel: str = ""
    mode: str = "near"
    to: str = ""
    cycle: int = 0

    @classmethod
    def read(cls, data: QueryDict) -> GraphQuery:
        """Return the query of a request's GET parameters."""
        return cls(
            **filters_in(data),
            view=one_of(VIEWS, data.get("view", "")),
            kind=some_of(KINDS, data.getlist("kind")),
            colour=one_of(COLOURS, data.get("colour", "")),
            sel=text_of(data.get("sel", ""), 1000),
            mode=one_of(MODES, data.get("mode", "")),
            to=text_of(data.get("to", ""), 1000),
            cycle=number_of(data.get("cycle", "")),
        )

    @property
    def kinds(self) -> frozenset[int]:
        """Return the numbers of the kinds of edges that are followed; all unless some are chosen."""
        return frozenset(number for number, kind in enumerate(KINDS) if not self.kind or kind in self.kind)

    def opened(self, key: str) -> str:
        """Return the address with a component opened, or closed where it is open."""
        return self.link(expand=self.with_toggled(key))
