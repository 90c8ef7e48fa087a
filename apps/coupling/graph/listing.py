"""The nodes on screen as rows of a table, with their words: hundreds a page, too many for template tags."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext, pgettext

from apps.core.layers import LAYER_NAMES
from apps.coupling.graph.query import GraphQuery
from apps.coupling.graph.scene import GraphView
from apps.coupling.models import EXCLUDED


@dataclass(frozen=True, slots=True)
class ListRow:
    """One node; `needs` and `needed_by` count nodes on screen."""

    id: str
    name: str
    layer: str
    coupling: str
    coupling_text: str
    status: str
    files: str
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
    couplings = {
        "strong": gettext("Strong"),
        "weak": gettext("Weak"),
        "none": pgettext("coupling", "None"),
        EXCLUDED: gettext("Left out"),
    }
    statuses = {
        "open": gettext("open"),
        "handled": gettext("handled"),
        EXCLUDED: gettext("left out"),
        "clear": gettext("clear"),
    }
    layers = {layer: f"{layer} {name}" for layer, name in LAYER_NAMES.items()}
    return [
        ListRow(
            id=node.id,
            name=node.name,
            layer=layers[node.layer],
            coupling=node.coupling,
            coupling_text=couplings[node.coupling],
            status=statuses[node.status],
            files="" if node.is_file else intcomma(node.files),
            needs=view.degrees.get(node.id, (0, 0))[0],
            needed_by=view.degrees.get(node.id, (0, 0))[1],
            href=query.link(sel=node.id, to="", cycle=0),
            toggle="" if node.is_file else query.opened(node.id),
            is_file=node.is_file,
            is_open=node.is_open,
            is_dim=node.state == "dim",
            is_selected=node.id == query.sel,
        )
        for node in view.nodes
    ]
