/** The dependency graph in the browser: draws what the server put on screen, and asks it for the next view. */

import cytoscape, { type BoundingBox12, type BoundingBoxWH, type Core, type NodeSingular, type Position } from "cytoscape";

import { afterFirstFrame, drawFromSingles } from "./lib/graph_frames";
import { elements, read, type GraphData } from "./lib/graph_data";
import { styles, type Colour } from "./lib/graph_style";
import { follow, obey } from "./lib/keys";
import { followLinks, go } from "./lib/regions";
import { settleSheet } from "./lib/sheet";
import { wheelZooms } from "./lib/wheel";
import { atThisZoom, keepZoom, zoomInAddress } from "./lib/zoom_address";

type Boxed = { boundingBox(): BoundingBox12 & BoundingBoxWH };

const margin = 30;
const leastReadable = 0.72;

const canvas = document.getElementById("graph-canvas")!;
const lanes = canvas.appendChild(Object.assign(document.createElement("div"), { className: "graph-lanes" }));
let graph: Core | undefined;
let shown: GraphData | undefined;
let focused: string | undefined;
let chosen = "";
let painted = "";

function address(): URLSearchParams {
  return new URLSearchParams(location.search);
}

function ask(change: (asked: URLSearchParams) => void): void {
  const asked = address();
  change(asked);
  void go(`${location.pathname}?${asked}`);
}

function select(id: string): void {
  ask((asked) => {
    asked.set("sel", id);
    asked.delete("to");
    asked.delete("cycle");
  });
}

function pathTo(id: string): void {
  ask((asked) => asked.set("to", id));
}

/** Open a component's files where it stands, or close them. */
function open(id: string): void {
  ask((asked) => {
    const rest = asked.getAll("expand").filter((one) => one !== id);
    const wasOpen = rest.length < asked.getAll("expand").length;
    asked.delete("expand");
    [...rest, ...(wasOpen ? [] : [id])].forEach((one) => asked.append("expand", one));
  });
}

/** The lanes' names stay at the left edge, at the height of their lane. */
function placeLanes(): void {
  if (!graph || !shown) return;
  const [zoom, pan] = [graph.zoom(), graph.pan()];
  shown.lanes.forEach(([layer, name, y], place) => {
    const label = (lanes.children[place] ?? lanes.appendChild(document.createElement("span"))) as HTMLElement;
    const words = `${layer} ${name}`;
    if (label.textContent !== words) label.textContent = words;
    label.style.transform = `translateY(${Math.round(y * zoom + pan.y)}px)`;
  });
}

function start(): Core {
  const made = cytoscape({ container: canvas, minZoom: 0.08, maxZoom: 3, hideEdgesOnViewport: false, textureOnViewport: false, autoungrabify: true, boxSelectionEnabled: false });
  drawFromSingles(made);
  made.on("tap", "node", (event) => {
    const id = (event.target as NodeSingular).id();
    if (event.originalEvent.shiftKey && address().get("sel")) pathTo(id);
    else select(id);
  });
  made.on("dbltap", "node", (event) => {
    const node = event.target as NodeSingular;
    if (!node.data("file")) open(node.id());
  });
  made.on("pan zoom resize", placeLanes);
  made.on("pinchzoom", () => keepZoom(made.zoom()));
  return made;
}

/** A node that was chosen anew, by mouse, list or address, is what keys go on from. */
function cursorTo(id: string): void {
  if (id && id !== chosen) focused = id;
  chosen = id;
}

/** The look of all elements is reckoned anew only where colours or theme have changed. */
function paint(colour: Colour): void {
  const wanted = `${colour} ${getComputedStyle(canvas).backgroundColor}`;
  if (wanted !== painted) graph!.style(styles(colour));
  painted = wanted;
}

/** Take over a new view. What stays keeps its place, and the frame never moves by itself. */
function draw(): void {
  const data = read();
  if (!data) return;
  const asked = address();
  const isFirst = !graph;
  cursorTo(asked.get("sel") ?? "");
  graph ??= start();
  shown = data;
  graph.elements().remove();
  paint((asked.get("colour") as Colour | null) ?? "coupling");
  graph.add(elements(data, asked.get("sel") ?? ""));
  if (isFirst) first();
  if (graph.edges(".lit").nonempty() && !(isFirst && asked.has("zoom"))) showWay();
  else bringIntoSight(asked.get("sel"));
  graph.resize();
  placeLanes();
  settleSheet(() => canvas.focus());
  performance.mark("graph-drawn");
}

/** As much as can be read: the whole where it is small, else its upper left part; or as the address says. */
function first(): void {
  fit();
  const asked = address().has("zoom") ? zoomInAddress() : 0;
  if (!asked && graph!.zoom() >= leastReadable) return;
  graph!.zoom(asked || leastReadable);
  graph!.pan({ x: besideNames(), y: margin });
}

/** The names of the lanes stand at the left edge: nodes begin beside them. */
function besideNames(): number {
  return Math.min(170, canvas.clientWidth / 5);
}

function isInSight(node: NodeSingular): boolean {
  const box = node.renderedBoundingBox();
  return box.x1 >= 0 && box.y1 >= 0 && box.x2 <= canvas.clientWidth && box.y2 <= canvas.clientHeight;
}

/** A node that was chosen in a list or an address may lie outside the frame. */
function bringIntoSight(id: string | null | undefined): void {
  const node = graph!.getElementById(id ?? "");
  if (node.nonempty() && !isInSight(node as NodeSingular)) graph!.center(node);
}

/** A path that was asked for is seen as a whole, no larger than things were. */
function showWay(): void {
  const stops = graph!.nodes(".lit");
  if (!stops.every((node) => isInSight(node as NodeSingular))) fit(stops, graph!.zoom());
}

/** What is selected stays where it is; without a selection in sight the middle does. */
function stillPlace(): Position {
  const { x, y } = graph!.nodes(".chosen")[0]?.renderedPosition() ?? { x: -1, y: -1 };
  const isInSight = x >= 0 && y >= 0 && x <= canvas.clientWidth && y <= canvas.clientHeight;
  return isInSight ? { x, y } : { x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 };
}

function zoomBy(factor: number, at?: Position): void {
  if (!graph) return;
  graph.zoom({ level: graph.zoom() * factor, renderedPosition: at ?? stillPlace() });
  keepZoom(graph.zoom());
}

function fit(shown: Boxed = graph!.elements(), most = 1.5): void {
  const [box, left] = [shown.boundingBox(), besideNames()];
  const [w, h] = [canvas.clientWidth - left - margin, canvas.clientHeight - 2 * margin];
  graph!.zoom(Math.min(w / box.w, h / box.h, most));
  graph!.pan({ x: left - box.x1 * graph!.zoom(), y: margin - box.y1 * graph!.zoom() });
}

function fitAndKeep(): void {
  if (!graph) return;
  fit();
  keepZoom(graph.zoom());
}

/** The nearest node in the direction of an arrow key. */
function neighbour(from: NodeSingular, key: string): NodeSingular | undefined {
  const here = from.position();
  const sideways = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  let best: [number, NodeSingular] | undefined;
  graph!.nodes().forEach((node) => {
    const [dx, dy] = [node.position().x - here.x, node.position().y - here.y];
    const [ahead, aside] = sideways ? [dx * sign, Math.abs(dy)] : [dy * sign, Math.abs(dx)];
    if (ahead <= 1 || node.data("open")) return;
    const distance = ahead + 3 * aside;
    if (!best || distance < best[0]) best = [distance, node];
  });
  return best?.[1];
}

/** Where reading begins: the first node of the first row. */
function uppermost(): NodeSingular | undefined {
  const rank = (node: NodeSingular) => node.position().y * 1e5 + node.position().x;
  return graph!.nodes().sort((a, b) => rank(a as NodeSingular) - rank(b as NodeSingular))[0];
}

function focus(node: NodeSingular): void {
  graph!.nodes(".focused").removeClass("focused");
  node.addClass("focused");
  focused = node.id();
  say(node);
  bringIntoSight(focused);
}

function say(node: NodeSingular): void {
  const region = document.getElementById("graph-said")!;
  const words = region.dataset["words"] ?? "{name}";
  const told: Record<string, string> = { name: node.id(), layer: node.data("layer") as string, coupling: region.dataset[node.data("coupling") as string] ?? "" };
  region.textContent = words.replace(/\{(\w+)\}/g, (_, key: string) => told[key] ?? "");
}

/** Arrows move in the graph wherever the focus is, but in a menu or in the panel, which scrolls by them. */
function moveFocus(event: KeyboardEvent): void {
  if (!graph || document.activeElement?.closest("details[open], .aside, .nav")) return;
  event.preventDefault();
  canvas.focus({ preventScroll: true });
  const from = graph.getElementById(focused ?? address().get("sel") ?? "");
  const next = from.nonempty() ? neighbour(from as NodeSingular, event.key) : uppermost();
  if (next) focus(next);
}

function onFocused(act: (id: string) => void): void {
  if (document.activeElement === canvas && focused) act(focused);
}

/** Letters mean the node under the cursor wherever the focus is but in a menu. */
function onCursor(act: (id: string) => void): void {
  if (focused && !document.activeElement?.closest("details[open], .nav")) act(focused);
}

/** The way from the selection to the cursor; where they are one, the panel asks where to. */
function askPath(id: string, event: KeyboardEvent): void {
  if (id !== chosen) return pathTo(id);
  event.preventDefault();
  document.getElementById("graph-to")?.focus();
}

function savePng(name: string): void {
  if (!graph) return;
  const background = getComputedStyle(canvas).backgroundColor;
  const picture = graph.png({ output: "blob", full: true, scale: 2, maxWidth: 8000, maxHeight: 8000, bg: background }) as unknown as Blob;
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(picture), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

obey(
  {
    ArrowLeft: moveFocus,
    ArrowRight: moveFocus,
    ArrowUp: moveFocus,
    ArrowDown: moveFocus,
    Enter: () => onFocused(select),
    e: () => onCursor(open),
    p: (event) => onCursor((id) => askPath(id, event)),
    t: () => follow("[data-views] a:not([aria-current])"),
  },
  { in: () => zoomBy(1.25), out: () => zoomBy(0.8), fit: fitAndKeep },
);
document.addEventListener("click", (event) => {
  const png = (event.target as Element).closest("[data-png]")?.getAttribute("data-png");
  if (png) savePng(png);
});
document.addEventListener("themechange", draw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
wheelZooms(canvas, zoomBy);
followLinks({ after: draw, along: atThisZoom });
afterFirstFrame(draw);
