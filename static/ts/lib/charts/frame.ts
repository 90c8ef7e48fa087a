/** What all charts share: Plotly as far as it is used, axes and colours of the page's theme. */

import { tokenColour } from "../theme";
import { folded } from "./room";

export interface Plotly {
  react(root: HTMLElement, traces: object[], layout: object, options: object): Promise<unknown>;
}

export interface Picture {
  /** In pixels, where the number of rows decides it; otherwise the style sheet does. */
  height?: number;
  traces: object[];
  layout: object;
}

export type Words<Keys extends string> = Record<Keys, string>;

const fontSize = 13;

export function axis(title: string): Record<string, unknown> {
  return {
    title: { text: folded(title, 60, 24), standoff: 8, font: { size: fontSize } },
    gridcolor: tokenColour("--line"),
    zerolinecolor: tokenColour("--ink-faint"),
    linecolor: tokenColour("--line-strong"),
    fixedrange: true,
    automargin: true,
  };
}

export function note(text: string, place: Record<string, unknown>, token = "--ink-soft"): object {
  return { text, showarrow: false, font: { color: tokenColour(token), size: 12 }, ...place };
}

export function draw(plotly: Plotly, root: HTMLElement, picture: Picture): void {
  if (picture.height) root.style.blockSize = `${picture.height}px`;
  const layout = {
    font: { family: getComputedStyle(root).fontFamily, size: fontSize, color: tokenColour("--ink-soft") },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    margin: { l: 60, r: 16, t: 12, b: 44 },
    legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom" },
    hoverlabel: { bgcolor: tokenColour("--surface-raised"), font: { color: tokenColour("--ink") } },
    ...picture.layout,
  };
  void plotly.react(root, picture.traces, layout, { displayModeBar: false, responsive: true });
}
