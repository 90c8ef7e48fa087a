/** What the server put on screen, as cytoscape takes it. */

import type { ElementDefinition } from "cytoscape";

type Row = [id: string, name: string, layer: string, coupling: string, status: string, x: number, y: number, parent: string, files: number, open: number, state: string];

type Point = [x: number, y: number];

export interface GraphData {
  nodes: Row[];
  lines: [source: number, target: number, weight: number, lit: number, ...corners: Point[]][];
  lanes: [layer: string, name: string, y: number, h: number][];
}

export function read(): GraphData | undefined {
  const text = document.getElementById("graph-data")?.textContent;
  return text ? (JSON.parse(text) as GraphData) : undefined;
}

/** Parents first: cytoscape wants them to be there before their children. */
export function elements(data: GraphData, chosen: string): ElementDefinition[] {
  // Beside a path that was asked for, what else leads to the selection would only hide it.
  const near = data.lines.some((line) => line[3]) ? () => false : isNear;
  return [...data.nodes.map((row) => node(row, chosen)), ...data.lines.map((line) => edge(line, data, chosen, near))];
}

function node(row: Row, chosen: string): ElementDefinition {
  const [id, name, layer, coupling, status, x, y, parent, files, open, state] = row;
  return {
    group: "nodes",
    data: { id, name: open ? `${name} ▾` : name, layer, coupling, status, files, ...(parent ? { parent, file: 1 } : {}), ...(open ? { open } : {}) },
    ...(open ? {} : { position: { x, y } }),
    classes: [state, id === chosen ? "chosen" : ""].join(" ").trim(),
  };
}

/** Corners as cytoscape takes them: how far along the straight line, and how far beside it. */
function around(from: Row, to: Row, corners: Point[]): Record<string, string> {
  const [dx, dy] = [to[5] - from[5], to[6] - from[6]];
  const length = Math.hypot(dx, dy) || 1;
  const along = corners.map(([x, y]) => ((x - from[5]) * dx + (y - from[6]) * dy) / length ** 2);
  const aside = corners.map(([x, y]) => ((y - from[6]) * dx - (x - from[5]) * dy) / length);
  const side = (row: Row, corner: Point) => `0 ${corner[1] < row[6] ? -50 : 50}%`;
  return {
    along: along.join(" "),
    aside: aside.join(" "),
    leave: side(from, corners[0]!),
    arrive: side(to, corners.at(-1)!),
  };
}

function isNear(ends: Row[], chosen: string): boolean {
  return ends.some((row) => chosen && [row[0], row[7]].includes(chosen)) || ends.every((row) => row[10] === "lit");
}

function edge([from, to, weight, lit, ...corners]: GraphData["lines"][number], data: GraphData, chosen: string, near: typeof isNear): ElementDefinition {
  const [source, target] = [data.nodes[from]![0], data.nodes[to]![0]];
  const ends: [Row, Row] = [data.nodes[from]!, data.nodes[to]!];
  const isDim = data.nodes[from]![10] === "dim" || data.nodes[to]![10] === "dim";
  return {
    group: "edges",
    data: { id: `${from}>${to}`, source, target, weight, ...(corners.length ? around(ends[0], ends[1], corners) : {}) },
    classes: `${lit ? "lit" : near(ends, chosen) ? "near" : isDim ? "dim" : ""}${corners.length ? " around" : ""}`.trim(),
  };
}
