/** Net present value over the throughput ratio: whole servers make steps, and the entered ratio stands on one. */

import { tokenColour } from "../theme";
import { axis, note, type Picture, type Words } from "./frame";

export interface Staircase {
  ratios: number[];
  differences: number[];
  servers: string[];
  now: number | null;
  nowDifference: number | null;
  words: Words<"ratio" | "money" | "now" | "servers">;
}

/** The last step goes on: more throughput than it needs saves no further server. */
function stairs(data: Staircase, most: number): object {
  return {
    type: "scatter",
    mode: "lines",
    x: [...data.ratios, Math.max(most, data.ratios.at(-1)!)],
    y: [...data.differences, data.differences.at(-1)!],
    customdata: [...data.servers, data.servers.at(-1)!],
    line: { shape: "hv", color: tokenColour("--accent"), width: 2.5 },
    hovertemplate: `%{x:.4~f} · ${data.words.servers} %{customdata} · %{y:.2f}<extra></extra>`,
    showlegend: false,
  };
}

function marker(data: Staircase): object {
  return {
    type: "scatter",
    mode: "markers",
    x: [data.now],
    y: [data.nowDifference],
    marker: { symbol: "diamond", size: 13, color: tokenColour("--strong"), line: { color: tokenColour("--surface"), width: 2 } },
    hovertemplate: `${data.words.now} · %{y:.2f}<extra></extra>`,
    showlegend: false,
  };
}

/** Far to the left the servers multiply and the curve falls out of sight: show what lies around the ratio, and
 * the first step that pays. */
function range(data: Staircase): [number, number] {
  const now = data.now ?? 1;
  const pays = data.ratios[data.differences.findIndex((difference) => difference >= 0)] ?? 0;
  return [Math.max(data.ratios[0] ?? 0, Math.min(0.3, now * 0.7)), Math.max(1.3, now * 1.25, pays * 1.1)];
}

/** Left of its line where there is more room on that side. */
function label(data: Staircase, now: number, middle: number): object {
  const [xanchor, xshift] = now > middle ? ["right", -5] : ["left", 5];
  return note(data.words.now, { xref: "x", yref: "paper", x: now, y: 1, xanchor, yanchor: "top", xshift }, "--strong");
}

export function staircase(data: Staircase): Picture {
  if (!data.ratios.length) return { traces: [], layout: {} };
  const [least, most] = range(data);
  const seen = data.differences.filter((_, place) => data.ratios[place]! >= least * 0.9 && data.ratios[place]! <= most);
  const [low, high] = [Math.min(0, ...seen), Math.max(0, ...seen)];
  const pad = (high - low) * 0.12;
  return {
    traces: [stairs(data, most), marker(data)],
    layout: {
      xaxis: { ...axis(data.words.ratio), range: [least, most], zeroline: false },
      yaxis: { ...axis(data.words.money), range: [low - pad, high + pad], zerolinewidth: 2 },
      shapes: data.now === null ? [] : [{ type: "line", xref: "x", yref: "paper", x0: data.now, x1: data.now, y0: 0, y1: 1, line: { color: tokenColour("--strong"), width: 1.5, dash: "dot" } }],
      annotations: data.now === null ? [] : [label(data, data.now, (least + most) / 2)],
    },
  };
}
