"""The graph on screen as files for other tools: DOT for Graphviz, SVG for print, JSON for the page itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from apps.core.layers import LAYER_NAMES
from apps.coupling.graph.places import FILE_H, FILE_W, NODE_H, NODE_W, Point, bends
from apps.coupling.graph.scene import GraphView, Node
from apps.coupling.map.card_words import shortened
from apps.coupling.models import EXCLUDED

MARGIN, LABEL = 24, 190
INK = {"strong": "#b8380b", "weak": "#8f6100", "none": "#2f6f94", EXCLUDED: "#667085"}
SHAPES = {"strong": "diamond", "weak": "ellipse", "none": "box", EXCLUDED: "plaintext"}
_SVG = 'xmlns="http://www.w3.org/2000/svg" font-family="Inter, Noto Sans CJK SC, sans-serif"'


def as_json(view: GraphView) -> dict[str, object]:
    """Return nodes and lines as columns, which is a third of what named fields would take."""
    nodes = [
        [n.id, shortened(n.name, 9.2 if n.is_file else 9.6), n.layer, n.coupling, n.status, n.x, n.y]
        + [n.parent, n.files, int(n.is_open), n.state]
        for n in view.nodes
    ]
    place = {node.id: number for number, node in enumerate(view.nodes)}
    ways = _ways(view)
    lines = [
        [place[one.source], place[one.target], one.weight, int(one.is_lit), *ways.get(number, ())]
        for number, one in enumerate(view.lines)
    ]
    lanes = [[lane.layer, str(LAYER_NAMES[lane.layer]), lane.y, lane.h] for lane in view.lanes]
    return {"nodes": nodes, "lines": lines, "lanes": lanes}


def _ways(view: GraphView) -> Mapping[int, Sequence[Point]]:
    """Return the corners of the lines that lead from component to component within a lane, by their place."""
    closed = {one.id: one for one in view.nodes if not (one.is_file or one.is_open)}
    within = (
        (number, closed[line.source], closed[line.target])
        for number, line in enumerate(view.lines)
        if line.source in closed and line.target in closed
    )
    return {number: bends((a.x, a.y), (b.x, b.y), number) for number, a, b in within if a.layer == b.layer}


def as_dot(view: GraphView, name: str) -> str:
    """Return a digraph with a cluster for each layer."""
    return "\n".join(_dot(view, name)) + "\n"


def as_svg(view: GraphView, title: str) -> str:
    """Return a picture of its own, to be opened without the portal."""
    return "\n".join(_svg(view, title)) + "\n"


def _dot(view: GraphView, name: str) -> Iterator[str]:
    yield f"digraph {_quoted(name)} {{"
    yield "  rankdir=TB; node [fontname=Helvetica]; edge [color=gray60];"
    for lane in view.lanes:
        yield f"  subgraph cluster_{lane.layer} {{"
        yield f"    label={_quoted(f'{lane.layer} {LAYER_NAMES[lane.layer]}')};"
        for node in view.nodes:
            if node.layer == lane.layer and not node.is_open:
                look = f"shape={SHAPES[node.coupling]}, color={_quoted(INK[node.coupling])}"
                yield f"    {_quoted(node.id)} [label={_quoted(node.name)}, {look}];"
        yield "  }"
    for line in view.lines:
        yield f"  {_quoted(line.source)} -> {_quoted(line.target)} [weight={line.weight}];"
    yield "}"


def _quoted(text: str) -> str:
    safe = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{safe}"'


def _svg(view: GraphView, title: str) -> Iterator[str]:
    width = max((node.x for node in view.nodes), default=0) + NODE_W + LABEL + MARGIN
    lowest = max((node.y for node in view.nodes), default=0) + NODE_H
    height = max(lowest, max((lane.y + lane.h for lane in view.lanes), default=0)) + 2 * MARGIN
    yield f'<svg {_SVG} width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    yield f"<title>{escape(title)}</title>"
    yield f'<rect width="{width}" height="{height}" fill="#fff"/>'
    yield f'<g transform="translate({LABEL} {MARGIN})">'
    for lane in view.lanes:
        label = escape(f"{lane.layer} {LAYER_NAMES[lane.layer]}")
        yield f'<text x="{MARGIN - LABEL}" y="{lane.y + 24}" font-size="13" font-weight="600">{label}</text>'
        yield f'<path d="M{MARGIN - LABEL} {lane.y + lane.h}H{width}" stroke="#ddd"/>'
    yield from _svg_lines(view)
    for node in view.nodes:
        yield from _svg_node(node)
    yield "</g></svg>"


def _svg_lines(view: GraphView) -> Iterator[str]:
    places, ways = {node.id: (node.x, node.y) for node in view.nodes}, _ways(view)
    for number, line in enumerate(view.lines):
        points = (places[line.source], *ways.get(number, ()), places[line.target])
        way = "L".join(f"{x} {y}" for x, y in points)
        look = 'stroke="#b8380b" stroke-width="2"' if line.is_lit else 'stroke="#889" stroke-opacity=".25"'
        yield f'<path d="M{way}" fill="none" {look}/>'


def _svg_node(node: Node) -> Iterator[str]:
    w, h = (FILE_W, FILE_H) if node.is_file else (NODE_W, NODE_H)
    x, y, ink = node.x - w // 2, node.y - h // 2, INK[node.coupling]
    fade = ' opacity=".45"' if node.state == "dim" else ""
    yield f'<g transform="translate({x} {y})"{fade}><title>{escape(node.id)}</title>'
    yield f'<rect width="{w}" height="{h}" rx="6" fill="#fff" stroke={quoteattr(ink)}/>'
    yield f'<text x="22" y="{h // 2 + 4}" font-size="11">{escape(shortened(node.name, 10.0))}</text>'
    yield f"{_svg_glyph(node.coupling, ink, h // 2)}</g>"


def _svg_glyph(coupling: str, ink: str, y: int) -> str:
    """Shape and colour: filled diamond, half disc, ring, bar."""
    if coupling == EXCLUDED:
        return f'<path d="M8 {y}h8" stroke="{ink}" stroke-width="1.5"/>'
    if coupling == "strong":
        return f'<path d="M7 {y}l5-5 5 5-5 5z" fill="{ink}"/>'
    ring = f'<circle cx="12" cy="{y}" r="4.2" fill="none" stroke="{ink}" stroke-width="1.5"/>'
    half = f'<path d="M12 {y - 4}a4 4 0 0 0 0 8z" fill="{ink}"/>' if coupling == "weak" else ""
    return ring + half
