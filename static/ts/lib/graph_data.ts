/** What the server put on screen, as cytoscape takes it. */

import type { ElementDefinition } from "cytoscape";

type Row = [id: string, name: string, layer: string, coupling: string, status: string, x: number, y: number, parent: string, files: number, open: number, state: string];

export interface GraphData {
  nodes: Row[];
  lines: [source: number, target: number, weight: number, lit: number][];
  lanes: [layer: string, name: string, y: number, h: number][];
}

export function read(): GraphData | undefined {
  const text = document.getElementById("graph-data")?.textContent;
  return text ? (JSON.parse(text) as GraphData) : undefined;
}

/** Parents first: cytoscape wants them to be there before their children. */
export function elements(data: GraphData, chosen: string): ElementDefinition[] {
  return [...data.nodes.map((row) => node(row, chosen)), ...data.lines.map((line) => edge(line, data, chosen))];
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

function edge([from, to, weight, lit]: GraphData["lines"][number], data: GraphData, chosen: string): ElementDefinition {
  const [source, target] = [data.nodes[from]![0], data.nodes[to]![0]];
  const ends = [data.nodes[from]!, data.nodes[to]!];
  const isNear = ends.some((row) => row[0] === chosen || (chosen && row[7] === chosen)) || ends.every((row) => row[10] === "lit");
  const isDim = data.nodes[from]![10] === "dim" || data.nodes[to]![10] === "dim";
  return {
    group: "edges",
    data: { id: `${from}>${to}`, source, target, weight },
    classes: lit ? "lit" : isNear ? "near" : isDim ? "dim" : "",
  };
}
