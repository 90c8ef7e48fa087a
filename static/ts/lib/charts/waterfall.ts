/** From the cost of staying to the cost of migrating: one bar for each cost head, one-offs hatched. */

import { tokenColour } from "../theme";
import { axis, note, type Picture, type Words } from "./frame";
import { folded, heightPx, widthPx } from "./room";

export interface Waterfall {
  labels: string[];
  amounts: number[];
  texts: string[];
  once: boolean[];
  stay: number | null;
  migrate: number | null;
  ends: [string, string];
  words: Words<"stay" | "migrate" | "more" | "less" | "money">;
}

const gapPx = 4;

interface Bar {
  from: number;
  to: number;
}

function steps(data: Waterfall): Bar[] {
  let at = data.stay ?? 0;
  return data.amounts.map((amount) => {
    const bar = { from: at, to: at + amount };
    at = bar.to;
    return bar;
  });
}

function bars(data: Waterfall, all: Bar[], more: boolean): object {
  const places = all.flatMap((bar, place) => (bar.to > bar.from === more ? [place] : []));
  const colour = tokenColour(more ? "--strong" : "--none");
  return {
    type: "bar",
    orientation: "h",
    name: more ? `▲ ${data.words.more}` : `▼ ${data.words.less}`,
    y: places.map((place) => data.labels[place]),
    x: places.map((place) => Math.abs(all[place]!.to - all[place]!.from)),
    base: places.map((place) => Math.min(all[place]!.from, all[place]!.to)),
    marker: {
      color: colour,
      pattern: { shape: places.map((place) => (data.once[place] ? "/" : "")), fgcolor: colour, fillmode: "overlay", bgcolor: "rgba(0,0,0,0)" },
      line: { color: colour, width: 1 },
    },
    customdata: places.map((place) => (more ? "+" : "−") + data.texts[place]),
    hovertemplate: "%{y}: %{customdata}<extra></extra>",
  };
}

function ends(data: Waterfall): object {
  return {
    type: "bar",
    orientation: "h",
    y: [data.words.stay, data.words.migrate],
    x: [data.stay, data.migrate],
    customdata: data.ends,
    marker: { color: tokenColour("--ink-faint") },
    hovertemplate: "%{y}: %{customdata}<extra></extra>",
    showlegend: false,
  };
}

/** Amounts stand to the right of their bars; Plotly's own labels shrink and collide on narrow bars. */
function amounts(data: Waterfall, all: Bar[]): object[] {
  const label = (y: string, x: number, text: string): object =>
    note(text, { x, y, xref: "x", yref: "y", xanchor: "left", xshift: gapPx });
  return [
    label(data.words.stay, data.stay ?? 0, data.ends[0]),
    ...all.map((bar, place) => label(data.labels[place]!, Math.max(bar.from, bar.to), (bar.to > bar.from ? "+" : "−") + data.texts[place])),
    label(data.words.migrate, data.migrate ?? 0, data.ends[1]),
  ];
}

/** The longest bar ends where the axis does, so its amount stands in the margin. */
function margin(data: Waterfall): object {
  return { l: 60, r: Math.ceil(Math.max(...[...data.texts.map((text) => `+${text}`), ...data.ends].map(widthPx))) + 2 * gapPx, t: 12, b: 44 };
}

/** Names of the rows, on two lines where a phone has no room for one. */
function named(data: Waterfall): Waterfall {
  const short = (text: string): string => folded(text, 30, 14);
  return { ...data, labels: data.labels.map(short), words: { ...data.words, stay: short(data.words.stay), migrate: short(data.words.migrate) } };
}

/** The differences are small beside the totals: the axis begins just below the lowest end of a bar. */
function range(data: Waterfall, all: Bar[]): [number, number] {
  const levels = [data.stay ?? 0, data.migrate ?? 0, ...all.flatMap((bar) => [bar.from, bar.to])];
  const [least, most] = [Math.min(...levels), Math.max(...levels)];
  return [Math.max(0, least - (most - least) * 0.3), most];
}

export function waterfall(given: Waterfall): Picture {
  if (given.stay === null || given.migrate === null) return { traces: [], layout: {} };
  const data = named(given);
  const all = steps(data);
  const rows = [data.words.stay, ...data.labels, data.words.migrate];
  return {
    height: heightPx(rows.length, 22, 36),
    traces: [ends(data), bars(data, all, true), bars(data, all, false)],
    layout: {
      margin: margin(data),
      bargap: 0.3,
      barmode: "overlay",
      xaxis: { ...axis(data.words.money), range: range(data, all) },
      yaxis: { ...axis(""), type: "category", categoryorder: "array", categoryarray: rows.reverse(), showgrid: false },
      annotations: amounts(data, all),
    },
  };
}
