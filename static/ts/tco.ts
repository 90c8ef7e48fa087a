/** Draws the cumulative cost of both sides with Plotly, in the colours of the page's theme. */

import { onThemeChange, tokenColour } from "./lib/theme";

interface ChartData {
  months: number[];
  stay: (number | null)[];
  migrate: (number | null)[];
  dualRun: number | null;
  words: Record<"stay" | "migrate" | "month" | "money" | "dualRun", string>;
}

interface Plotly {
  react(root: HTMLElement, traces: object[], layout: object, options: object): Promise<unknown>;
}

declare global {
  interface Window {
    Plotly?: Plotly;
  }
}

function line(data: ChartData, side: "stay" | "migrate", token: string, dash: string): object {
  return {
    type: "scatter",
    mode: "lines",
    name: data.words[side],
    x: data.months,
    y: data[side],
    line: { color: tokenColour(token), width: 2.5, dash },
  };
}

function axis(title: string): object {
  return {
    title: { text: title, standoff: 8, font: { size: 13 } },
    gridcolor: tokenColour("--line"),
    zerolinecolor: tokenColour("--line-strong"),
    fixedrange: true,
  };
}

/** The months in which both environments run, as a band behind the lines. */
function band(data: ChartData): Partial<Record<"shapes" | "annotations", object[]>> {
  if (!data.dualRun) return {};
  const place = { xref: "x", yref: "paper" };
  return {
    shapes: [{ ...place, type: "rect", x0: 0, x1: data.dualRun, y0: 0, y1: 1, fillcolor: tokenColour("--warn-soft"), line: { width: 0 }, layer: "below" }],
    annotations: [{ ...place, x: 0, y: 1, xanchor: "left", yanchor: "top", text: data.words.dualRun, showarrow: false, font: { color: tokenColour("--warn") } }],
  };
}

function layout(data: ChartData, root: HTMLElement): object {
  return {
    font: { family: getComputedStyle(root).fontFamily, size: 13, color: tokenColour("--ink-soft") },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    margin: { l: 64, r: 16, t: 8, b: 44 },
    legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom" },
    hovermode: "x unified",
    hoverlabel: { bgcolor: tokenColour("--surface-raised"), font: { color: tokenColour("--ink") } },
    xaxis: { ...axis(data.words.month), dtick: 6 },
    yaxis: { ...axis(data.words.money), rangemode: "tozero" },
    ...band(data),
  };
}

function draw(plotly: Plotly, root: HTMLElement, data: ChartData): void {
  const traces = [line(data, "stay", "--none", "solid"), line(data, "migrate", "--strong", "dash")];
  void plotly.react(root, traces, layout(data, root), { displayModeBar: false, responsive: true });
}

const root = document.getElementById("tco-chart");
const stored = document.getElementById("tco-chart-data")?.textContent;
const plotly = window.Plotly;
if (root && stored && plotly) {
  const data = JSON.parse(stored) as ChartData;
  const redraw = (): void => draw(plotly, root, data);
  redraw();
  onThemeChange(redraw);
}
