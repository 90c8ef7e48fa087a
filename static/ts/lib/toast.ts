/** Short notes in the corner, read out by screen readers; a failure stays until it is closed. */

export type Level = "info" | "good" | "bad";

const icons: Record<Level, string> = { info: "info", good: "good", bad: "warn" };
const shownMs = 6000;

function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

function closeButton(note: HTMLElement, label: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button--plain button--icon button--small";
  button.setAttribute("aria-label", label);
  button.append(icon("close"));
  button.addEventListener("click", () => note.remove());
  return button;
}

const timers = new WeakMap<Element, number>();

function showAWhile(note: Element, level: Level): void {
  window.clearTimeout(timers.get(note));
  if (level !== "bad") timers.set(note, window.setTimeout(() => note.remove(), shownMs));
}

export function toast(message: string, level: Level = "info"): void {
  const region = document.getElementById("toasts");
  if (!region || !message) return;
  // Said again, the words that stand there stay longer: repetitions must not pile up over the page.
  const same = [...region.children].find((note) => note.querySelector("p")?.textContent === message);
  if (same) return showAWhile(same, level);
  const note = document.createElement("div");
  const text = document.createElement("p");
  text.textContent = message;
  note.className = `notice notice--toast notice--${level}`;
  note.append(icon(icons[level]), text, closeButton(note, region.dataset["close"] ?? ""));
  region.append(note);
  showAWhile(note, level);
}
