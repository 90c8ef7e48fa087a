/** Keys, zoom buttons and the “share view” button, which map and graph have alike. */

import { closeMenus, go } from "./regions";
import { toast } from "./toast";

export type Commands = Record<string, (event: KeyboardEvent) => void>;
export type Zooms = Record<"in" | "out" | "fit", () => void>;

/** Follow the link that the selector finds, in place. */
export function follow(selector: string): void {
  const href = document.querySelector(selector)?.getAttribute("href");
  if (href) void go(new URL(href, location.href).href);
}

/** Obey single keys outside of fields, Escape everywhere, and the buttons. */
export function obey(commands: Commands, zooms: Zooms): void {
  const keys: Commands = { ...commands, f: zooms.fit, "+": zooms.in, "=": zooms.in, "-": zooms.out };
  document.addEventListener("keydown", (event) => onKey(event, keys));
  document.addEventListener("click", (event) => onButton(event.target as Element, zooms));
}

function isTyping(target: EventTarget | null): boolean {
  return Boolean((target as Element | null)?.closest("input, textarea, select, [contenteditable]"));
}

function onKey(event: KeyboardEvent, keys: Commands): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    if (isTyping(event.target)) (event.target as HTMLElement).blur();
    else if (!closeMenus()) follow("[data-clear]");
    return;
  }
  if (!isTyping(event.target)) keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.(event);
}

function onButton(target: Element, zooms: Zooms): void {
  const zoom = target.closest("[data-zoom]")?.getAttribute("data-zoom");
  if (zoom) zooms[zoom as keyof Zooms]();
  const share = target.closest<HTMLElement>("[data-share]");
  if (share) void navigator.clipboard?.writeText(location.href).then(() => toast(share.dataset["copied"] ?? "", "good"));
}
