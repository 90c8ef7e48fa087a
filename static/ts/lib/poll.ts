/** Keeps a part of a page up to date: asks for its news while somebody looks, and less often while nothing changes.
 *
 * The server puts into the part where to ask (data-poll), how often (data-poll-s, data-poll-most), the tag of
 * what it shows (data-etag) and what to say aloud when that changes (data-say). A part without data-poll rests. */

import { toast } from "./toast";

interface Swap {
  target: Element;
  sourceElement: Element;
  text: string;
  swap: string;
}

declare const htmx: { swap(context: Swap): Promise<void> };

const slower = 1.5;
let away = false;
const timers = new Map<string, number>();
const delays = new Map<string, number>();

function seconds(part: HTMLElement, name: "pollS" | "pollMost"): number {
  return Number(part.dataset[name] ?? 5);
}

/** A live region must be there before its words: only changes of state are said, not every step. */
function speaker(): HTMLElement {
  const known = document.getElementById("said");
  if (known) return known;
  const region = document.createElement("p");
  region.id = "said";
  region.className = "visually-hidden";
  region.setAttribute("role", "status");
  document.getElementById("content")?.append(region);
  return region;
}

function isElsewhere(answer: Response): boolean {
  const language = answer.headers.get("Content-Language")?.toLowerCase();
  return answer.redirected || (language !== undefined && language !== document.documentElement.lang.toLowerCase());
}

/** An old page must not pass for a current one: said once, until the portal has answered again. */
function sayAway(): void {
  const words = document.getElementById("toasts")?.dataset["unreachable"] ?? "";
  if (!away) toast(words, "bad");
  away = true;
}

/** Returns whether anything changed. */
async function ask(part: HTMLElement): Promise<boolean> {
  const headers = { "HX-Request": "true", "If-None-Match": part.dataset["etag"] ?? "" };
  const answer = await fetch(part.dataset["poll"]!, { headers, cache: "no-store" });
  if (answer.status >= 500) sayAway();
  else away = false;
  if (answer.status === 304) return false;
  if (isElsewhere(answer)) location.reload();
  if (!answer.ok || isElsewhere(answer)) return false;
  const before = part.dataset["say"];
  await htmx.swap({ target: part, sourceElement: part, text: await answer.text(), swap: "outerMorph" });
  const now = document.getElementById(part.id)?.dataset["say"];
  if (now && now !== before) speaker().textContent = now;
  document.dispatchEvent(new CustomEvent("news", { detail: part.id }));
  return true;
}

function plan(id: string, delay: number): void {
  window.clearTimeout(timers.get(id));
  delays.set(id, delay);
  timers.set(id, window.setTimeout(() => void look(id), delay * 1000));
}

async function look(id: string): Promise<void> {
  const part = document.getElementById(id);
  if (!part?.dataset["poll"] || document.hidden) return;
  const changed = await ask(part).catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
    sayAway();
    return false;
  });
  const next = document.getElementById(id);
  if (!next?.dataset["poll"]) return;
  const slow = Math.min(seconds(next, "pollMost"), (delays.get(id) ?? 0) * slower);
  plan(id, changed ? seconds(next, "pollS") : slow);
}

function parts(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-poll]")];
}

/** Begins with every part that is not asked about yet. */
export function begin(): void {
  parts().filter((part) => !timers.has(part.id)).forEach((part) => plan(part.id, seconds(part, "pollS")));
}

export function keepUpToDate(): void {
  if (parts().length) speaker();
  begin();
  document.addEventListener("visibilitychange", () => {
    timers.forEach((timer) => window.clearTimeout(timer));
    if (!document.hidden) parts().forEach((part) => plan(part.id, 0.1));
  });
}
