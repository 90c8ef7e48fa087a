/** Nodes and jobs: pages that keep themselves up to date, the log, marks for many jobs, commands to copy. */

import { keepTimes, refreshTimes } from "./lib/ago";
import { followJob, showLog } from "./lib/job_log";
import { begin, keepUpToDate } from "./lib/poll";

async function copyCommand(button: HTMLButtonElement): Promise<void> {
  const command = button.parentElement?.querySelector("[data-command]")?.textContent ?? "";
  await navigator.clipboard.writeText(command);
  button.textContent = button.dataset["done"] ?? "";
}

function offerCopies(): void {
  if (!("clipboard" in navigator)) return;
  document.querySelectorAll<HTMLButtonElement>("[data-copy]").forEach((button) => (button.hidden = false));
}

function ticks(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>("input[name=job][form=bulk]")];
}

document.addEventListener("click", (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>("[data-copy]");
  if (button) void copyCommand(button);
});

document.addEventListener("change", (event) => {
  const field = event.target as HTMLInputElement;
  if (field.matches("[data-tick-all]")) ticks().forEach((tick) => (tick.checked = field.checked));
  if (field.matches("select")) field.closest<HTMLFormElement>("form[data-auto]")?.requestSubmit();
});

/** Enter on a mark would send the form that it belongs to. */
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.target as Element).matches("input[type=checkbox][form=bulk]")) event.preventDefault();
});

document.addEventListener("news", () => {
  refreshTimes();
  followJob();
});

/** Parts that htmx brings: the code with its wait. */
document.addEventListener("htmx:after:swap", () => {
  offerCopies();
  begin();
});

document.querySelectorAll("[data-apply]").forEach((button) => button.setAttribute("hidden", ""));
offerCopies();
keepTimes();
showLog();
keepUpToDate();
