/** On a narrow screen the panel of the selection lies over the page: focus goes there, and back when it closes. */

const narrow = matchMedia("(max-width: 48rem)");
let shown = open();

function sheet(): HTMLElement | null {
  return document.querySelector<HTMLElement>(".is-sheet");
}

function open(): string {
  return sheet()?.dataset["sheet"] ?? "";
}

/** Call it whenever the page took over a new state. */
export function settleSheet(back: (key: string) => void): void {
  const [before, now] = [shown, open()];
  shown = now;
  if (!narrow.matches || before === now) return;
  if (now) sheet()?.focus();
  else back(before);
}
