/** Scenarios side by side: says how many of the columns are in sight while some are not. */

const region = document.querySelector<HTMLElement>("[data-beside]");
const note = document.querySelector<HTMLElement>("[data-shown]");

function tell(): void {
  if (!region || !note) return;
  const [first, ...heads] = region.querySelectorAll<HTMLElement>("thead th");
  const box = region.getBoundingClientRect();
  const from = first?.getBoundingClientRect().right ?? box.left;
  const inSight = heads.filter((head) => {
    const { left, right } = head.getBoundingClientRect();
    return left >= from - 8 && right <= box.right + 8;
  });
  note.hidden = inSight.length === heads.length;
  const words = note.dataset["words"] ?? "";
  note.textContent = words.replace("[shown]", String(inSight.length)).replace("[all]", String(heads.length));
}

region?.addEventListener("scroll", tell, { passive: true });
if (region) new ResizeObserver(tell).observe(region);
tell();
