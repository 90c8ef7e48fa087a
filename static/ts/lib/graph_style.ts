/** How nodes and edges look: read from the design tokens, so that both themes and print agree with the map. */

import type cytoscape from "cytoscape";

export type Colour = "coupling" | "layer" | "status";

const layers = ["L5", "L4", "L3", "L2", "L1"];

/** A token's colour as the browser computes it; cytoscape knows nothing of light-dark(). */
function token(name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

function picture(inner: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${inner}</svg>`;
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
}

/** The glyphs of the map: filled diamond, half disc, ring; a bar for what is left out. */
function glyphs(strong: string, weak: string, none: string, left: string): Record<string, string> {
  return {
    strong: picture(`<path d="M8 1.2 14.8 8 8 14.8 1.2 8Z" fill="${strong}"/>`),
    weak: picture(`<path d="M8 2a6 6 0 0 0 0 12Z" fill="${weak}"/><circle cx="8" cy="8" r="6" fill="none" stroke="${weak}" stroke-width="1.8"/>`),
    excluded: picture(`<path d="M3 8h10" stroke="${left}" stroke-width="2.4" stroke-linecap="round"/>`),
    none: picture(`<circle cx="8" cy="8" r="5.7" fill="none" stroke="${none}" stroke-width="2.2"/>`),
  };
}

function borders(colour: Colour): [selector: string, colour: string][] {
  if (colour === "layer") return layers.map((layer) => [`node[layer = "${layer}"]`, token(`--graph-${layer}`)]);
  const named: Record<string, string> =
    colour === "status"
      ? { open: "--bad", handled: "--good", clear: "--line-strong", excluded: "--ink-faint" }
      : { strong: "--strong", weak: "--weak", none: "--none", excluded: "--line-strong" };
  return Object.entries(named).map(([value, name]) => [`node[${colour} = "${value}"]`, token(name)]);
}

export function styles(colour: Colour): cytoscape.StylesheetJson {
  const [ink, surface, faint, accent] = ["--ink", "--surface-raised", "--ink-faint", "--accent"].map(token) as [string, string, string, string];
  const shapes = glyphs(token("--strong"), token("--weak"), token("--none"), faint);
  return [
    {
      selector: "node",
      style: {
        shape: "round-rectangle", width: 150, height: 38, label: "data(name)", color: ink,
        "background-color": surface, "border-width": 1.5, "font-size": 12, "font-family": getComputedStyle(document.body).fontFamily,
        "text-valign": "center", "text-halign": "center", "text-margin-x": 8, "min-zoomed-font-size": 6.5,
        "background-width": 12, "background-height": 12, "background-position-x": 8,
      },
    },
    ...Object.entries(shapes).map(([coupling, image]) => ({ selector: `node[coupling = "${coupling}"][!open]`, style: { "background-image": image } })),
    { selector: "node[?file]", style: { width: 132, height: 26, "font-size": 10.5 } },
    ...borders(colour).map(([selector, line]) => ({ selector, style: { "border-color": line } })),
    {
      selector: "node[?open]",
      style: { "background-opacity": 1, "background-color": surface, "text-valign": "top", "text-halign": "center", "text-margin-x": 0, "border-style": "dashed", padding: "10px", "z-compound-depth": "top" },
    },
    { selector: "node[?file]", style: { "z-compound-depth": "top", "z-index": 20 } },
    { selector: 'node[status = "excluded"]', style: { "border-style": "dotted" } },
    { selector: "edge", style: { width: 1, "line-color": faint, opacity: 0.16, "curve-style": "haystack", "haystack-radius": 0 } },
    // A dim node stays opaque, so that what is lit runs beneath it instead of striking its name through.
    { selector: "node.dim", style: { "text-opacity": 0.4, "border-opacity": 0.4, "background-image-opacity": 0.4 } },
    { selector: "edge.dim", style: { opacity: 0.06 } },
    { selector: ".lit", style: { "border-width": 2.5 } },
    {
      selector: "edge.near, edge.lit",
      style: { opacity: 0.7, "line-color": accent, "curve-style": "straight", "target-arrow-shape": "triangle", "target-arrow-color": accent, "arrow-scale": 0.8, "z-index": 9 },
    },
    { selector: "edge.lit", style: { width: 2.5, opacity: 1, "line-color": token("--strong"), "target-arrow-color": token("--strong") } },
    // Within a lane a straight line would run behind the nodes between: it goes round them, in the gaps.
    {
      selector: "edge.around",
      style: {
        "curve-style": "round-segments", "segment-radii": 6, "edge-distances": "node-position",
        "segment-weights": "data(along)", "segment-distances": "data(aside)", "source-endpoint": "data(leave)", "target-endpoint": "data(arrive)",
      },
    },
    { selector: ".chosen", style: { "border-width": 4, "border-color": accent, "border-opacity": 1, "text-opacity": 1 } },
    { selector: ".focused", style: { "outline-width": 3, "outline-color": accent, "outline-offset": 3 } },
  ] as cytoscape.StylesheetJson;
}
