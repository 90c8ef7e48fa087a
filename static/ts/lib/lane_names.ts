/** The lanes' names stay at the left edge of the frame, and in sight as long as any of their lane is. */

const height = 92;
let waiting = 0;

/** The part of the picture that the frame shows begins here, and how large a unit is drawn. */
function corner(svg: SVGSVGElement, frame: HTMLElement): [left: number, top: number, scale: number] {
  const [matrix, box] = [svg.getScreenCTM(), frame.getBoundingClientRect()];
  if (!matrix) return [0, 0, 1];
  return [(box.left - matrix.e) / matrix.a, (box.top - matrix.f) / matrix.d, matrix.a];
}

function place(): void {
  waiting = 0;
  const svg = document.querySelector<SVGSVGElement>("[data-map]");
  const frame = document.getElementById("map-canvas");
  if (!svg || !frame) return;
  const [left, top, scale] = corner(svg, frame);
  const shrink = Math.min(1, 1.25 / scale);
  svg.classList.toggle("is-moved", left > 1);
  for (const head of svg.querySelectorAll<SVGGElement>("[data-lane-y]")) {
    const [y, h] = [Number(head.dataset["laneY"]), Number(head.dataset["laneH"])];
    const down = Math.max(0, Math.min(top - y, h - height * shrink));
    head.style.transform = `translate(${Math.max(0, left)}px, ${y + down}px) scale(${shrink})`;
  }
}

/** Once a frame is enough, however often it is called. */
export function keepLaneNames(): void {
  waiting ||= requestAnimationFrame(place);
}
