/** The coupling map in the browser: follow links in place, zoom, and the keyboard. */

import { follow, obey } from "./lib/keys";
import { followLinks, go } from "./lib/regions";
import { keepLaneNames } from "./lib/lane_names";
import { settleSheet } from "./lib/sheet";
import { fit, renew, wheelZooms, zoomIn, zoomOut } from "./lib/zoom";
import { atThisZoom } from "./lib/zoom_address";

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
  if (focused?.closest("details[open], .aside, .nav, .map-table")) return;
  const chosen = cards().find((card) => card.matches(".is-selected"));
  const from = onCard ? (focused as Element) : chosen;
  const next = from ? neighbour(from, event.key) : cards()[0];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest", inline: "nearest" });
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

function backTo(key: string): void {
  document.querySelector<SVGAElement>(`[data-card="${CSS.escape(key)}"]`)?.focus();
}

/** Picked from the results or the table's twin, a card may lie outside the frame: then it comes into sight. */
function settle(): void {
  renew();
  document.querySelector("[data-map] .is-selected")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  document.getElementById("map-canvas")?.addEventListener("scroll", keepLaneNames, { passive: true });
  keepLaneNames();
  settleSheet(backTo);
}

obey(
  { ArrowLeft: moveFocus, ArrowRight: moveFocus, ArrowUp: moveFocus, ArrowDown: moveFocus, t: otherView, e: openFiles },
  { in: () => zoomIn(), out: () => zoomOut(), fit },
);
document.addEventListener("dblclick", (event) => {
  if ((event.target as Element).closest("[data-map] [data-card]")) openFiles();
});
wheelZooms();
addEventListener("resize", renew);
followLinks({ after: settle, along: atThisZoom });
settle();
