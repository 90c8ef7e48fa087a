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

/** What can be done with marked jobs is offered once one is marked. */
function offerBulk(): void {
  const count = ticks().filter((tick) => tick.checked).length;
  const bulk = document.getElementById("bulk");
  bulk?.toggleAttribute("data-idle", count === 0);
  const place = bulk?.querySelector("[data-count]");
  if (place) place.textContent = String(count);
}

document.addEventListener("click", (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>("[data-copy]");
  if (button) void copyCommand(button);
});

document.addEventListener("change", (event) => {
  const field = event.target as HTMLInputElement;
  if (field.matches("[data-tick-all]")) ticks().forEach((tick) => (tick.checked = field.checked));
  if (field.matches("[data-tick-all], [form=bulk]")) offerBulk();
  if (field.matches("select")) field.closest<HTMLFormElement>("form[data-auto]")?.requestSubmit();
});

document.addEventListener("news", () => {
  refreshTimes();
  offerBulk();
  followJob();
});

/** Parts that htmx brings: the code with its wait. */
document.addEventListener("htmx:after:swap", () => {
  offerCopies();
  begin();
});

document.querySelectorAll("[data-apply]").forEach((button) => button.setAttribute("hidden", ""));
offerCopies();
offerBulk();
keepTimes();
showLog();
keepUpToDate();
