/** Zoom of the map: the picture's width in its scrolling frame. It stays as it is until the reader changes it. */

const steps = [0.5, 0.65, 0.8, 1, 1.25, 1.6, 2, 2.6, 3.4];
let factor = 1;

function picture(): SVGSVGElement | null {
  return document.querySelector<SVGSVGElement>("[data-map]");
}

export function applyZoom(): void {
  const svg = picture();
  if (svg) svg.style.inlineSize = factor === 1 ? "" : `${factor * 100}%`;
}

/** Keep what is in the middle of the frame in the middle. */
function zoomTo(next: number): void {
  const frame = document.getElementById("map-canvas");
  if (!frame) return;
  const [x, y] = [frame.scrollLeft + frame.clientWidth / 2, frame.scrollTop + frame.clientHeight / 2];
  const ratio = next / factor;
  factor = next;
  applyZoom();
  frame.scrollTo(x * ratio - frame.clientWidth / 2, y * ratio - frame.clientHeight / 2);
}

export function zoomIn(): void {
  zoomTo(steps.find((step) => step > factor + 0.01) ?? factor);
}

export function zoomOut(): void {
  zoomTo([...steps].reverse().find((step) => step < factor - 0.01) ?? factor);
}

/** The whole picture in the frame; once it is, back to the full width. */
export function fit(): void {
  const frame = document.getElementById("map-canvas");
  const box = picture()?.viewBox.baseVal;
  if (!frame || !box) return;
  const whole = Math.min(1, frame.clientHeight / (frame.clientWidth * (box.height / box.width)));
  zoomTo(Math.abs(factor - whole) < 0.01 ? 1 : whole);
}
