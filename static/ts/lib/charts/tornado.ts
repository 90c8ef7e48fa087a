/** How far each figure moves the answer by itself, the widest on top; a diamond where it changes the verdict. */

import { tokenColour } from "../theme";
import { axis, type Picture, type Words } from "./frame";
import { folded, heightPx } from "./room";

export interface Tornado {
  labels: string[];
  low: number[];
  high: number[];
  lowTexts: string[];
  highTexts: string[];
  flips: boolean[];
  base: number;
  words: Words<"low" | "high" | "flips" | "money">;
}

function bars(data: Tornado, end: "low" | "high", token: string, pattern: string): object {
  const colour = tokenColour(token);
  return {
    type: "bar",
    orientation: "h",
    name: data.words[end],
    y: data.labels,
    x: data[end].map((value) => value - data.base),
    base: data.base,
    customdata: data[`${end}Texts`].map((text, place) => [text, data[end][place]]),
    marker: { color: colour, pattern: { shape: pattern, fgcolor: colour, fillmode: "overlay", bgcolor: "rgba(0,0,0,0)" }, line: { color: colour, width: 1 } },
    hovertemplate: `${data.words[end]} (%{customdata[0]}): %{customdata[1]:.2f}<extra></extra>`,
  };
}

/** The diamond stands at the end on the other side of zero. */
function flips(data: Tornado): object {
  const places = data.flips.flatMap((flip, place) => (flip ? [place] : []));
  const sign = data.base >= 0;
  return {
    type: "scatter",
    mode: "markers",
    name: data.words.flips,
    y: places.map((place) => data.labels[place]),
    x: places.map((place) => (data.low[place]! >= 0 !== sign ? data.low[place] : data.high[place])),
    marker: { symbol: "diamond", size: 11, color: tokenColour("--ink"), line: { color: tokenColour("--surface"), width: 1.5 } },
    hoverinfo: "skip",
    showlegend: places.length > 0,
  };
}

export function tornado(given: Tornado): Picture {
  if (!given.labels.length) return { traces: [], layout: {} };
  const data = { ...given, labels: given.labels.map((label) => folded(label, 32, 20)) };
  return {
    height: heightPx(data.labels.length, 34, 48),
    traces: [bars(data, "low", "--none", ""), bars(data, "high", "--strong", "/"), flips(data)],
    layout: {
      barmode: "overlay",
      bargap: 0.35,
      xaxis: { ...axis(data.words.money), zerolinewidth: 2 },
      yaxis: { ...axis(""), autorange: "reversed", showgrid: false, tickfont: { size: 12 } },
      shapes: [{ type: "line", xref: "x", yref: "paper", x0: data.base, x1: data.base, y0: 0, y1: 1, line: { color: tokenColour("--ink-faint"), width: 1, dash: "dot" } }],
    },
  };
}
