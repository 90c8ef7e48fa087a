/** Scenarios side by side: says how many columns and rows are in sight while some are not. */

const region = document.querySelector<HTMLElement>("[data-beside]");
const note = document.querySelector<HTMLElement>("[data-shown]");
/** A border or a rounded pixel hides nothing. */
const slack = 8;

function tell(): void {
  if (!region || !note) return;
  const [corner, ...heads] = [...region.querySelectorAll<HTMLElement>("thead th")].map((one) => one.getBoundingClientRect());
  const rows = [...region.querySelectorAll<HTMLElement>("tbody tr")].map((one) => one.getBoundingClientRect());
  const box = region.getBoundingClientRect();
  const { right, bottom } = corner ?? box;
  const columns = heads.filter((one) => one.left >= right - slack && one.right <= box.right + slack).length;
  const lines = rows.filter((one) => one.top >= bottom - slack && one.bottom <= box.bottom + slack).length;
  note.hidden = columns === heads.length && lines === rows.length;
  const counts: Record<string, number> = { shown: columns, all: heads.length, rows: lines, lines: rows.length };
  note.textContent = (note.dataset["words"] ?? "").replaceAll(/\[(\w+)\]/g, (_all, name: string) => String(counts[name]));
}

region?.addEventListener("scroll", tell, { passive: true });
if (region) new ResizeObserver(tell).observe(region);
tell();
