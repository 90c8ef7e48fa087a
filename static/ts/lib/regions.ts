/** Follows links and GET forms without a reload: fetches the page of the new address and takes over its
 * regions. The server renders every state, so that each address also works by itself and without a script. */

declare const htmx: { process(root: Element): void } | undefined;

export interface Options {
  /** Called after the regions were taken over, first with the old state of things gone. */
  after: () => void;
  /** What an address that is followed takes along of the state that only the browser knows. */
  along?: (address: string) => string;
}

let running: AbortController | undefined;
let settled: () => void = () => undefined;
let along: (address: string) => string = (address) => address;

/** Regions in another language would stand in a frame that still speaks the old one: then the whole page goes. */
function takeOver(page: Document): boolean {
  if (page.documentElement.lang !== document.documentElement.lang) return false;
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")];
  const fresh = regions.map((region) => page.getElementById(region.id));
  if (fresh.some((region) => !region)) return false;
  regions.forEach((region, place) => region.replaceWith(document.adoptNode(fresh[place]!)));
  document.title = page.title;
  document.querySelectorAll("[data-region]").forEach((region) => htmx?.process(region));
  return true;
}

/** What identifies the focused element across two renderings of the page. */
function focusKey(): string | undefined {
  const focused = document.activeElement;
  const card = focused?.getAttribute("data-card");
  if (card) return `[data-card="${CSS.escape(card)}"]`;
  const finding = focused?.getAttribute("data-finding");
  if (finding) return `[data-finding="${CSS.escape(finding)}"]`;
  return focused?.id ? `#${CSS.escape(focused.id)}` : undefined;
}

export async function go(asked: string, push = true): Promise<void> {
  const address = push ? along(asked) : asked;
  running?.abort();
  const mine = (running = new AbortController());
  document.documentElement.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { signal: mine.signal, headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const key = focusKey();
    if (!answer.ok || answer.redirected || !takeOver(page)) return location.assign(address);
    if (push) history.pushState(null, "", address);
    if (key) document.querySelector<HTMLElement>(key)?.focus({ preventScroll: true });
    settled();
  } catch (error) {
    if (!mine.signal.aborted) location.assign(address);
  } finally {
    if (running === mine) document.documentElement.removeAttribute("aria-busy");
  }
}

function addressOf(link: Element): string | null {
  return link.getAttribute("href");
}

function onClick(event: MouseEvent): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a[data-swap]");
  const address = link && addressOf(link);
  if (!address) return;
  event.preventDefault();
  void go(new URL(address, location.href).href);
}

function submit(form: HTMLFormElement): void {
  const address = new URL(form.getAttribute("action") ?? "", location.href);
  const pairs = [...new FormData(form)].filter(([, value]) => typeof value === "string" && value !== "");
  address.search = new URLSearchParams(pairs as [string, string][]).toString();
  void go(address.href);
}

export function followLinks(options: Options): void {
  settled = options.after;
  along = options.along ?? along;
  document.addEventListener("click", onClick);
  document.addEventListener("submit", (event) => {
    const form = (event.target as Element).closest<HTMLFormElement>("form[data-swap-form]");
    if (!form) return;
    event.preventDefault();
    submit(form);
  });
  document.addEventListener("change", (event) => {
    const field = event.target as HTMLElement;
    const form = field.closest<HTMLFormElement>("form[data-auto]");
    if (form && field.matches("select, input:not([type=search])")) submit(form);
  });
  window.addEventListener("popstate", () => void go(location.href, false));
}

/** Menus made of <details> close on a click elsewhere and on Escape. */
export function closeMenus(except?: Element | null): boolean {
  const open = [...document.querySelectorAll<HTMLDetailsElement>("details.pop[open]")];
  const others = open.filter((menu) => menu !== except);
  others.forEach((menu) => menu.removeAttribute("open"));
  return others.length > 0;
}

document.addEventListener("click", (event) => closeMenus((event.target as Element).closest("details.pop")));
