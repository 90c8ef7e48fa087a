/** The wheel of the graph. Cytoscape's own takes 30 notches from the whole picture to what can be read. */

const notch = 100;
const step = 1.25;
/** Chromium tells a pinch as a wheel with Ctrl, in far smaller amounts. */
const pinch = 4.5;
const lineHeight = 33;

/** By how much one turn zooms: a notch as a button does, a finer device in proportion. */
function factor(event: WheelEvent): number {
  const turned = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeight : 1);
  const notches = (turned / notch) * (event.ctrlKey ? pinch : 1);
  return step ** -Math.max(-1, Math.min(1, notches));
}

/** Zoom about the place under the pointer; to be called before anything else listens on that canvas. */
export function wheelZooms(canvas: HTMLElement, zoom: (factor: number, at: { x: number; y: number }) => void): void {
  const turn = (event: WheelEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const box = canvas.getBoundingClientRect();
    if (event.deltaY) zoom(factor(event), { x: event.clientX - box.x, y: event.clientY - box.y });
  };
  canvas.addEventListener("wheel", turn, { capture: true, passive: false });
}
