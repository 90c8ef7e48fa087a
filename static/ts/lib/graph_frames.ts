/** What a frame of the graph costs while it is panned and zoomed. */

import type { Core } from "cytoscape";

interface Layers {
  getLayers: (...asked: unknown[]) => unknown;
}

/** Draw each frame from the pictures of single nodes and labels alone. Cytoscape would also paint everything
 * there is at each power of two, far beyond the frame: the first step of the wheel to reach one took 100 ms. */
export function drawFromSingles(graph: Core): void {
  const renderer = (graph as unknown as { renderer(): { data: { lyrTxrCache?: Layers } } }).renderer();
  if (renderer.data.lyrTxrCache) renderer.data.lyrTxrCache.getLayers = () => null;
}

/** Once the page is on screen: nothing of it waits for the drawing. */
export function afterFirstFrame(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}
