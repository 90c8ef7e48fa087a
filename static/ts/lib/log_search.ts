/** Finds words in the lines of a log: Enter goes on, Shift+Enter goes back. */

let hits: HTMLElement[] = [];
let at = -1;

function mark(log: HTMLElement, words: string): void {
  log.querySelectorAll(".is-hit, .is-current").forEach((line) => line.classList.remove("is-hit", "is-current"));
  const lines = words ? [...log.querySelectorAll<HTMLElement>(".log-line")] : [];
  hits = lines.filter((line) => line.textContent?.toLowerCase().includes(words));
  hits.forEach((line) => line.classList.add("is-hit"));
  at = -1;
}

function step(by: number): void {
  if (!hits.length) return;
  hits[at]?.classList.remove("is-current");
  at = (at + by + hits.length) % hits.length;
  hits[at]!.classList.add("is-current");
  hits[at]!.scrollIntoView({ block: "nearest" });
}

/** PAUSE is called before the reader is led anywhere: new lines must not move what was found. */
export function searchIn(section: HTMLElement, log: HTMLElement, pause: () => void): void {
  const box = section.querySelector<HTMLElement>("[data-log-search]");
  const field = box?.querySelector("input");
  const found = box?.querySelector("[data-log-found]");
  if (!box || !field || !found) return;
  box.hidden = false;
  const say = () => {
    const none = section.dataset["saidNone"] ?? "";
    found.textContent = !field.value ? "" : hits.length ? `${at + 1}/${hits.length}` : none;
  };
  field.addEventListener("input", () => {
    if (field.value) pause();
    mark(log, field.value.toLowerCase());
    step(1);
    say();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
    say();
  });
}
