"""The nodes on screen as rows of a table, with their words: hundreds a page, too many for template tags."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote_plus

from django.utils.safestring import SafeString

from apps.core.rendering import rendered_once
from apps.coupling.graph.query import GraphQuery
from apps.coupling.graph.scene import GraphView, Node


@dataclass(frozen=True, slots=True)
class ListRow:
    """One node; `needs` and `needed_by` count nodes on screen, `cells` say what it is by itself."""

    id: str
    name: str
    cells: SafeString
    needs: int
    needed_by: int
    href: str
    toggle: str
    is_file: bool
    is_open: bool
    is_dim: bool
    is_selected: bool


def list_rows(view: GraphView, query: GraphQuery) -> list[ListRow]:
    """Return one row for each node, in the order of the picture."""
    select, expand = query.open_ended("sel", to="", cycle=0), query.open_ended("expand")
    nowhere = (0, 0)
    return [
        ListRow(
            id=node.id,
            name=node.name,
            cells=_cells(node),
            needs=view.degrees.get(node.id, nowhere)[0],
            needed_by=view.degrees.get(node.id, nowhere)[1],
            href=select + quote_plus(node.id),
            toggle=_toggle(node, query, expand),
            is_file=node.is_file,
            is_open=node.is_open,
            is_dim=node.state == "dim",
            is_selected=node.id == query.sel,
        )
        for node in view.nodes
    ]


def _toggle(node: Node, query: GraphQuery, expand: str) -> str:
    if node.is_file:
        return ""
    return query.opened(node.id) if node.is_open else expand + quote_plus(node.id)


def _cells(node: Node) -> SafeString:
    """Many nodes share them; a file has no number of files, -1."""
    return rendered_once(
        "coupling/graph/_cells.html",
        layer=node.layer,
        coupling=node.coupling,
        status=node.status,
        files=-1 if node.is_file else node.files,
    )
