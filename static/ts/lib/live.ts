/** Asks the server what a changed figure makes of the answer, puts the parts in their places, keeps the address. */

const pauseMs = 90;

let timer = 0;
let running: AbortController | undefined;

export interface Live {
  /** Where the parts come from; the page's own query is added. */
  address: string;
  /** Called once the parts are in their places, with the document they came in. */
  after: (fresh: Document) => void;
  failed: () => void;
}

function place(fresh: Document): void {
  for (const part of fresh.querySelectorAll("[data-live]")) {
    const old = document.getElementById(part.id);
    const open = new Set([...(old?.querySelectorAll("details") ?? [])].flatMap((one, at) => (one.open ? [at] : [])));
    old?.replaceWith(document.adoptNode(part));
    part.querySelectorAll("details").forEach((one, at) => (one.open = open.has(at)));
  }
}

async function ask(live: Live, query: string): Promise<void> {
  running?.abort();
  const mine = (running = new AbortController());
  document.documentElement.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(`${live.address}?${query}`, { signal: mine.signal, headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return location.reload();
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    place(fresh);
    live.after(fresh);
  } catch {
    if (!mine.signal.aborted) live.failed();
  } finally {
    if (running === mine) document.documentElement.removeAttribute("aria-busy");
  }
}

/** The address takes the change at once, so that a reload never shows something else. */
export function follow(live: Live, state: URLSearchParams): void {
  const query = state.toString();
  history.replaceState(null, "", `${location.pathname}${query ? `?${query}` : ""}`);
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void ask(live, query), pauseMs);
}
