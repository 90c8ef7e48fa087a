"""The address of a graph view: filters, what is opened, what is selected, and what is asked about it."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict

from apps.coupling.address import Address, keys_of, number_of, one_of, some_of, text_of
from apps.coupling.graph.packed import KINDS
from apps.coupling.map.query import COUPLINGS, LAYERS

VIEWS = ("graph", "list")
COLOURS = ("coupling", "layer", "status")
MODES = ("near", "1", "2")


@dataclass(frozen=True, slots=True)
class GraphQuery(Address):
    """What of the graph is shown. A node is a component's key or a file's path.

    `to` asks for the path from `sel` to it, `mode` for what depends on `sel` within so many steps, and
    `cycle` for the components of one circle, counted from 1. A value that is not known is ignored.
    """

    view: str = "graph"
    layer: tuple[str, ...] = ()
    coupling: tuple[str, ...] = ()
    rule: str = ""
    q: str = ""
    kind: tuple[str, ...] = ()
    colour: str = "coupling"
    expand: tuple[str, ...] = ()
    sel: str = ""
    mode: str = "near"
    to: str = ""
    cycle: int = 0

    @classmethod
    def read(cls, data: QueryDict) -> GraphQuery:
        """Return the query of a request's GET parameters."""
        return cls(
            scan=number_of(data.get("scan", "")),
            view=one_of(VIEWS, data.get("view", "")),
            layer=some_of(LAYERS, data.getlist("layer")),
            coupling=some_of(COUPLINGS, data.getlist("coupling")),
            rule=text_of(data.get("rule", "")),
            q=text_of(data.get("q", "")),
            kind=some_of(KINDS, data.getlist("kind")),
            colour=one_of(COLOURS, data.get("colour", "")),
            expand=keys_of(data.getlist("expand")),
            sel=text_of(data.get("sel", ""), 1000),
            mode=one_of(MODES, data.get("mode", "")),
            to=text_of(data.get("to", ""), 1000),
            cycle=number_of(data.get("cycle", "")),
        )

    @property
    def is_filtered(self) -> bool:
        """Tell whether anything narrows which components are shown."""
        return bool(self.layer or self.coupling or self.rule or self.q)

    @property
    def kinds(self) -> frozenset[int]:
        """Return the numbers of the kinds of edges that are followed; all unless some are chosen."""
        return frozenset(number for number, kind in enumerate(KINDS) if not self.kind or kind in self.kind)

    def opened(self, key: str) -> str:
        """Return the address with a component opened, or closed where it is open."""
        rest = tuple(one for one in self.expand if one != key)
        return self.link(expand=rest if key in self.expand else (*self.expand, key))
