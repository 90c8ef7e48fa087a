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

/** A reason and a day are asked for only where a finding is dismissed. */
function askForReason(): void {
  document.querySelectorAll<HTMLSelectElement>("[data-triage-status]").forEach((select) => {
    const part = select.form?.querySelector<HTMLElement>("[data-dismissal]");
    if (!part) return;
    part.hidden = select.value !== "dismissed";
    part.querySelectorAll("input").forEach((field) => (field.required = !part.hidden));
  });
}

function marks(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(".tick input[name=key]")];
}

document.addEventListener("change", (event) => {
  const field = event.target as HTMLElement;
  if (field.matches("[data-triage-status]")) askForReason();
  if (field.matches("[data-tick-all]")) marks().forEach((mark) => (mark.checked = (field as HTMLInputElement).checked));
});

askForReason();
followLinks({ after: askForReason });
