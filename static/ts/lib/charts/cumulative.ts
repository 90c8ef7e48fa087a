/** Both running costs over the months, the dual run as a band, every crossing with its month. */

import { tokenColour } from "../theme";
import { axis, note, type Picture, type Words } from "./frame";

export interface Cumulative {
  months: number[];
  stay: (number | null)[];
  migrate: (number | null)[];
  dualRun: number | null;
  crossings: [number, number][];
  words: Words<"stay" | "migrate" | "month" | "money" | "dualRun" | "crossing">;
}

function line(data: Cumulative, side: "stay" | "migrate", token: string, dash: string): object {
  return {
    type: "scatter",
    mode: "lines",
    name: data.words[side],
    x: data.months,
    y: data[side],
    line: { color: tokenColour(token), width: 2.5, dash },
  };
}

function crossings(data: Cumulative): object {
  return {
    type: "scatter",
    mode: "markers",
    name: data.words.crossing,
    x: data.crossings.map(([month]) => month),
    y: data.crossings.map(([, cost]) => cost),
    marker: { symbol: "circle-open", size: 13, color: tokenColour("--ink"), line: { width: 2 } },
    hovertemplate: "%{x:.1f}<extra>%{fullData.name}</extra>",
    showlegend: data.crossings.length > 0,
  };
}

function band(data: Cumulative): Partial<Record<"shapes" | "annotations", object[]>> {
  if (!data.dualRun) return {};
  const place = { xref: "x", yref: "paper" };
  const area = { x0: 0, x1: data.dualRun, y0: 0, y1: 1, fillcolor: tokenColour("--warn-soft") };
  return {
    shapes: [{ ...place, ...area, type: "rect", line: { width: 0 }, layer: "below" }],
    annotations: [note(data.words.dualRun, { ...place, x: 0, y: 1, xanchor: "left", yanchor: "top" }, "--warn")],
  };
}

export function cumulative(data: Cumulative): Picture {
  return {
    traces: [line(data, "stay", "--none", "solid"), line(data, "migrate", "--strong", "dash"), crossings(data)],
    layout: {
      hovermode: "x unified",
      xaxis: { ...axis(data.words.month), dtick: 6 },
      yaxis: { ...axis(data.words.money), rangemode: "tozero" },
      ...band(data),
    },
  };
}
