/** The findings in the browser: filter and open in place, walk the list by keyboard. */

import { closeMenus, followLinks, go } from "./lib/regions";

function rows(): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>("[data-finding]")];
}

function step(by: number): void {
  const links = rows();
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = at < 0 ? links[0] : links[at + by];
  next?.focus();
}

function close(): void {
  const href = document.querySelector("[data-clear]")?.getAttribute("href");
  if (href) void go(new URL(href, location.href).href);
}

document.addEventListener("keydown", (event) => {
  const typing = (event.target as Element).closest("input, textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && !closeMenus()) close();
  else if (event.key === "ArrowDown" && document.activeElement?.matches("[data-finding]")) step(1);
  else if (event.key === "ArrowUp" && document.activeElement?.matches("[data-finding]")) step(-1);
  else return;
  event.preventDefault();
});

followLinks({ after: () => undefined });
