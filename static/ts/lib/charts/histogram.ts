/** The answer over all draws: bars left of zero are draws in which migrating costs more. */

import { tokenColour } from "../theme";
import { axis, note, type Picture, type Words } from "./frame";

export interface Histogram {
  starts: number[];
  ends: number[];
  shares: number[];
  marks: [string, number][];
  words: Words<"money" | "share" | "loses" | "pays">;
}

function bars(data: Histogram, pays: boolean): object {
  const middle = data.starts.map((start, place) => (start + data.ends[place]!) / 2);
  const places = middle.flatMap((value, place) => (value >= 0 === pays ? [place] : []));
  const colour = tokenColour(pays ? "--none" : "--strong");
  return {
    type: "bar",
    name: pays ? `▼ ${data.words.pays}` : `▲ ${data.words.loses}`,
    x: places.map((place) => middle[place]),
    y: places.map((place) => data.shares[place]),
    width: places.map((place) => (data.ends[place]! - data.starts[place]!) * 0.94),
    customdata: places.map((place) => [data.starts[place], data.ends[place]]),
    marker: { color: colour },
    hovertemplate: "%{customdata[0]:.2f} … %{customdata[1]:.2f}: %{y:.1f} %<extra></extra>",
  };
}

export function histogram(data: Histogram): Picture {
  if (data.shares.length < 2) return { traces: [], layout: {} };
  const line = { color: tokenColour("--ink"), width: 1.5, dash: "dot" };
  return {
    traces: [bars(data, false), bars(data, true)],
    layout: {
      bargap: 0,
      xaxis: { ...axis(data.words.money), zerolinewidth: 2 },
      yaxis: axis(data.words.share),
      shapes: data.marks.map(([, at]) => ({ type: "line", xref: "x", yref: "paper", x0: at, x1: at, y0: 0, y1: 0.94, line })),
      annotations: data.marks.map(([name, at]) => note(name, { x: at, y: 0.94, xref: "x", yref: "paper", yanchor: "bottom" })),
    },
  };
}
