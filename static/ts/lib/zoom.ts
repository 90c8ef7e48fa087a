/** Zoom of the map in its scrolling frame. It stays as it is until the reader changes it. */

import { keepLaneNames } from "./lane_names";
import { keepZoom, zoomInAddress } from "./zoom_address";

type Point = [x: number, y: number];

const steps = [0.5, 0.65, 0.8, 1, 1.25, 1.6, 2, 2.6, 3.4];
const restMs = 250;
let factor = zoomInAddress();
/** The factor at which the picture was last laid out; in between it is only stretched. */
let laidOut = 1;
let resting: number | undefined;
/** The scale that the style sheet alone gives, as long as the frame keeps its size. */
let own: number | undefined;

function picture(): SVGSVGElement | null {
  return document.querySelector<SVGSVGElement>("[data-map]");
}

function frame(): HTMLElement | null {
  return document.getElementById("map-canvas");
}

/** What is stretched: transforming the picture itself would lay out all that is in it. */
function stretched(): HTMLElement | null {
  return picture()?.parentElement ?? null;
}

function relax(): void {
  const held = stretched();
  if (held) held.style.transform = "";
}

/** Screen pixels per unit of the picture, as the style sheet alone shows it: asking lays the page out. */
function natural(svg: SVGSVGElement): number {
  if (own === undefined) {
    svg.style.inlineSize = svg.style.blockSize = "";
    relax();
    own = svg.getScreenCTM()?.a ?? 1;
  }
  return own;
}

/** A new picture, or another frame around it. */
export function renew(): void {
  own = undefined;
  applyZoom();
}

/** Lay the picture out at its present size, sharp. As it came it stays untouched: its first frame waits for nothing. */
function applyZoom(): void {
  const svg = picture();
  if (!svg) return;
  clearTimeout(resting);
  const scale = factor === 1 ? 0 : natural(svg) * factor;
  const least = scale ? (frame()?.clientWidth ?? 0) : 0;
  const box = svg.viewBox.baseVal;
  relax();
  laidOut = factor;
  svg.style.inlineSize = scale ? `${Math.max(least, box.width * scale)}px` : "";
  svg.style.blockSize = scale ? `${box.height * scale}px` : "";
}

/** Stretching costs a fraction of laying out and drawing anew; that follows once no further step does. */
function stretch(): void {
  const held = stretched();
  if (!held) return;
  held.style.transform = `scale(${factor / laidOut})`;
  clearTimeout(resting);
  resting = window.setTimeout(sharpen, restMs);
}

function sharpen(): void {
  const held = frame();
  const [x, y] = [held?.scrollLeft ?? 0, held?.scrollTop ?? 0];
  applyZoom();
  held?.scrollTo(x, y);
  keepLaneNames();
}

/** What stays where it is: the selection if it is in sight, else the middle of the frame. */
function still(held: HTMLElement): Point {
  const [frame, card] = [held.getBoundingClientRect(), held.querySelector(".is-selected")?.getBoundingClientRect()];
  const [x, y] = card ? [card.x + card.width / 2 - frame.x, card.y + card.height / 2 - frame.y] : [-1, -1];
  const isInSight = x >= 0 && y >= 0 && x <= held.clientWidth && y <= held.clientHeight;
  return isInSight ? [x, y] : [held.clientWidth / 2, held.clientHeight / 2];
}

function zoomTo(next: number, at?: Point): void {
  const held = frame();
  if (!held) return;
  const [x, y] = at ?? still(held);
  const [left, top, ratio] = [held.scrollLeft + x, held.scrollTop + y, next / factor];
  factor = next;
  stretch();
  held.scrollTo(left * ratio - x, top * ratio - y);
  keepLaneNames();
  keepZoom(factor);
}

export function zoomIn(at?: Point): void {
  zoomTo(steps.find((step) => step > factor + 0.01) ?? factor, at);
}

export function zoomOut(at?: Point): void {
  zoomTo([...steps].reverse().find((step) => step < factor - 0.01) ?? factor, at);
}

/** The whole picture in the frame; once it is, back to its own size. */
export function fit(): void {
  const [svg, held] = [picture(), frame()];
  if (!svg || !held) return;
  const box = svg.viewBox.baseVal;
  const scale = natural(svg);
  const whole = Math.min(held.clientHeight / (box.height * scale), held.clientWidth / (box.width * scale));
  zoomTo(Math.abs(factor - whole) < 0.01 ? 1 : whole);
}

/** The wheel zooms while Ctrl (or a pinch) is held; alone it scrolls, as everywhere. */
export function wheelZooms(): void {
  document.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey || !(event.target as Element).closest("#map-canvas")) return;
      event.preventDefault();
      const box = frame()?.getBoundingClientRect();
      const at: Point = [event.clientX - (box?.x ?? 0), event.clientY - (box?.y ?? 0)];
      if (event.deltaY < 0) zoomIn(at);
      else zoomOut(at);
    },
    { passive: false },
  );
}
