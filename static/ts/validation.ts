/** Jobs and nodes: the log follows its end while nobody scrolls up, and the enrolment command can be copied. */

const nearEndPx = 40;

function followsEnd(log: HTMLElement): boolean {
  return log.scrollHeight - log.scrollTop - log.clientHeight < nearEndPx;
}

function keepAtEnd(log: HTMLElement): void {
  let following = true;
  log.addEventListener("scroll", () => (following = followsEnd(log)));
  const toEnd = () => following && (log.scrollTop = log.scrollHeight);
  new MutationObserver(toEnd).observe(log, { childList: true, characterData: true, subtree: true });
  toEnd();
}

async function copyCommand(button: HTMLButtonElement): Promise<void> {
  const command = button.parentElement?.querySelector("[data-command]")?.textContent ?? "";
  await navigator.clipboard.writeText(command);
  button.textContent = button.dataset["done"] ?? "";
}

const known = new WeakSet<Element>();

function once(element: Element): boolean {
  const isNew = !known.has(element);
  known.add(element);
  return isNew;
}

function enhance(): void {
  [...document.querySelectorAll<HTMLElement>("[data-log]")].filter(once).forEach(keepAtEnd);
  if (!("clipboard" in navigator)) return;
  [...document.querySelectorAll<HTMLButtonElement>("[data-copy]")].filter(once).forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => void copyCommand(button));
  });
}

enhance();
new MutationObserver(enhance).observe(document.body, { childList: true, subtree: true });
