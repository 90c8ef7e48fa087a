/** Asks the server what a changed figure makes of the answer, puts the parts in their places, keeps the address. */

const pauseMs = 60;
/** The analyses take a second: they wait until the reader has stopped moving things. */
const reachPauseMs = 450;

let timer = 0;
let reachTimer = 0;
let running: AbortController | undefined;

export interface Live {
  /** Where the parts come from that follow at once; the page's own query is added. */
  address: string;
  /** Where the analyses come from. */
  reachAddress: string;
  /** Called once parts are in their places, with the document they came in. */
  after: (fresh: Document) => void;
  failed: () => void;
}

function place(fresh: Document): void {
  // A part within a part comes along with it.
  const parts = [...fresh.querySelectorAll("[data-live]")].filter((part) => !part.parentElement?.closest("[data-live]"));
  for (const part of parts) {
    const old = document.getElementById(part.id);
    const open = new Set([...(old?.querySelectorAll("details") ?? [])].flatMap((one, at) => (one.open ? [at] : [])));
    part.querySelectorAll("details").forEach((one, at) => (one.open = open.has(at)));
    old?.replaceWith(document.adoptNode(part));
  }
}

async function ask(live: Live, address: string, mine: AbortController): Promise<void> {
  document.documentElement.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { signal: mine.signal, headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return location.reload();
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    place(fresh);
    live.after(fresh);
  } catch (error) {
    if (mine.signal.aborted) return;
    live.failed();
    if (!(error instanceof TypeError)) throw error;
  } finally {
    if (running === mine) document.documentElement.removeAttribute("aria-busy");
  }
}

/** What the analyses say of the state; a newer question takes the place of an older one. */
export function reach(live: Live, state: URLSearchParams): void {
  const mine = (running ??= new AbortController());
  void ask(live, `${live.reachAddress}?${state}`, mine);
}

/** The address takes the change at once, so that a reload never shows something else. */
export function follow(live: Live, state: URLSearchParams): void {
  const query = state.toString();
  history.replaceState(null, "", `${location.pathname}${query ? `?${query}` : ""}`);
  window.clearTimeout(timer);
  window.clearTimeout(reachTimer);
  timer = window.setTimeout(() => {
    running?.abort();
    const mine = (running = new AbortController());
    void ask(live, `${live.address}?${query}`, mine).then(() => {
      if (mine.signal.aborted) return;
      reachTimer = window.setTimeout(() => reach(live, state), reachPauseMs);
    });
  }, pauseMs);
}
