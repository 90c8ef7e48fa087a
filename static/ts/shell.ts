/** What every page does in the browser: switch the theme at once, say when a request failed. */

import { currentTheme, systemTheme, type Theme } from "./lib/theme";
import { toast, type Level } from "./lib/toast";

const yearInSeconds = 31_536_000;

/** Choosing what the system has anyway forgets the choice, so that the page follows the system again. */
function choose(theme: Theme): void {
  const root = document.documentElement;
  const chosen = theme === systemTheme() ? "" : theme;
  if (chosen) root.dataset["theme"] = chosen;
  else delete root.dataset["theme"];
  document.cookie = `theme=${chosen}; path=/; max-age=${yearInSeconds}; samesite=lax`;
  document.dispatchEvent(new Event("themechange"));
}

document.querySelector("[data-theme-form]")?.addEventListener("submit", (event) => {
  event.preventDefault();
  choose(currentTheme() === "dark" ? "light" : "dark");
});

interface Exchange {
  ctx?: { response?: { status?: number; raw?: Response } };
  error?: unknown;
}

function words(): DOMStringMap {
  return document.getElementById("toasts")?.dataset ?? {};
}

function responseOf(event: Event): { status?: number; raw?: Response } | undefined {
  return (event as CustomEvent<Exchange>).detail?.ctx?.response;
}

/** Once the session is over, a fragment comes back as the sign-in page: load that as a page, not into the fragment. */
document.addEventListener("htmx:before:response", (event) => {
  const raw = responseOf(event)?.raw;
  if (!raw?.redirected || new URL(raw.url).pathname !== words()["signIn"]) return;
  event.preventDefault();
  location.reload();
});

function notSwapped(status: number): boolean {
  return status === 401 || status === 403 || status === 404 || status >= 500;
}

/** Other failures (a form's errors, a conflict) come as a fragment and are shown where they belong. */
function reportFailure(event: Event): void {
  const status = responseOf(event)?.status ?? 0;
  if (notSwapped(status)) toast(words()[status < 500 ? "refused" : "failed"] ?? "", "bad");
}

document.addEventListener("htmx:response:error", reportFailure);
document.addEventListener("htmx:error", (event) => {
  const { error } = (event as CustomEvent<Exchange>).detail ?? {};
  if (error instanceof TypeError) toast(words()["unreachable"] ?? "", "bad");
});

/** A view says something by the header HX-Trigger: {"toast": {"message": "…", "level": "good"}}. */
document.addEventListener("toast", (event) => {
  const { message, level } = (event as CustomEvent<{ message?: string; level?: Level }>).detail ?? {};
  if (message) toast(message, level);
});

/** "/" goes to the page's search, as long as nobody is typing. */
document.addEventListener("keydown", (event) => {
  const typing = (event.target as Element | null)?.closest("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const search = document.querySelector<HTMLInputElement>("input[type=search]");
  if (!search) return;
  event.preventDefault();
  search.focus();
});
