/** The coupling map in the browser: follow links in place, zoom, and the keyboard. */

import { closeMenus, followLinks, go } from "./lib/regions";
import { toast } from "./lib/toast";
import { applyZoom, fit, wheelZooms, zoomIn, zoomOut } from "./lib/zoom";

type Cards = SVGAElement[];

function cards(): Cards {
  return [...document.querySelectorAll<SVGAElement>("[data-map] [data-card]:not(.is-out)")];
}

function place(card: Element): [row: number, column: number] {
  return [Number(card.getAttribute("data-row")), Number(card.getAttribute("data-column"))];
}

/** The nearest card in the direction of an arrow key; rows are never skipped sideways. */
function neighbour(from: Element, key: string): SVGAElement | undefined {
  const [row, column] = place(from);
  const ahead = cards().filter((card) => {
    const [r, c] = place(card);
    if (key === "ArrowLeft") return r === row && c < column;
    if (key === "ArrowRight") return r === row && c > column;
    return key === "ArrowUp" ? r < row : r > row;
  });
  const distance = (card: Element) => Math.abs(place(card)[0] - row) * 100 + Math.abs(place(card)[1] - column);
  return ahead.sort((a, b) => distance(a) - distance(b))[0];
}

function moveFocus(event: KeyboardEvent): void {
  const focused = document.activeElement;
  const onCard = focused?.matches("[data-map] [data-card]");
  const onMap = focused === document.body || focused?.id === "map-canvas";
  if (!onCard && !onMap) return;
  const next = onCard ? neighbour(focused as Element, event.key) : cards()[0];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function follow(selector: string): void {
  const href = document.querySelector(selector)?.getAttribute("href");
  if (href) void go(new URL(href, location.href).href);
}

/** Table from the map, and back. */
function otherView(): void {
  follow(".map-views a:not([aria-current])");
}

/** Open the files of the focused or selected component where its card is, or close them. */
function openFiles(): void {
  const key = document.activeElement?.getAttribute("data-card") ?? new URLSearchParams(location.search).get("sel");
  if (!key || key.startsWith("more:")) return;
  const asked = new URLSearchParams(location.search);
  const rest = asked.getAll("expand").filter((one) => one !== key);
  const wasOpen = rest.length < asked.getAll("expand").length;
  ["expand", "file"].forEach((name) => asked.delete(name));
  [...rest, ...(wasOpen ? [] : [key])].forEach((one) => asked.append("expand", one));
  void go(`${location.pathname}?${asked}`);
}

/** Picked from the results or the table's twin, a card may lie outside the frame: then it comes into sight. */
function settle(): void {
  applyZoom();
  document.querySelector("[data-map] .is-selected")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

const commands: Record<string, (event: KeyboardEvent) => void> = {
  ArrowLeft: moveFocus,
  ArrowRight: moveFocus,
  ArrowUp: moveFocus,
  ArrowDown: moveFocus,
  t: otherView,
  e: openFiles,
  f: fit,
  "+": zoomIn,
  "=": zoomIn,
  "-": zoomOut,
};

function isTyping(target: EventTarget | null): boolean {
  return Boolean((target as Element | null)?.closest("input, textarea, select, [contenteditable]"));
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    if (isTyping(event.target)) (event.target as HTMLElement).blur();
    else if (!closeMenus()) follow("[data-clear]");
    return;
  }
  if (!isTyping(event.target)) commands[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.(event);
}

function onButton(event: MouseEvent): void {
  const target = event.target as Element;
  const zoom = target.closest("[data-zoom]")?.getAttribute("data-zoom");
  if (zoom) ({ in: zoomIn, out: zoomOut, fit } as Record<string, () => void>)[zoom]?.();
  const share = target.closest<HTMLElement>("[data-share]");
  if (share) void navigator.clipboard?.writeText(location.href).then(() => toast(share.dataset["copied"] ?? "", "good"));
}

document.addEventListener("keydown", onKey);
document.addEventListener("click", onButton);
document.addEventListener("dblclick", (event) => {
  if ((event.target as Element).closest("[data-map] [data-card]")) openFiles();
});
wheelZooms();
followLinks({ after: settle });
settle();
