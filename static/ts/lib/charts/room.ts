/** How much room words take in a chart, and how they break where a phone has too little of it. */

const phone = window.matchMedia("(width < 40rem)");
const letterPx = 6.8;

/** Call back whenever a chart gets much less or much more room than before. */
export function onRoomChange(redraw: () => void): void {
  phone.addEventListener("change", redraw);
}

/** A Chinese character is as wide as two letters. */
function letters(text: string): number {
  return [...text].reduce((sum, sign) => sum + (sign > "\u2e7f" ? 2 : 1), 0);
}

/** Roughly, at the size of the notes in a chart. */
export function widthPx(text: string): number {
  return letters(text) * letterPx;
}

/** How high a chart with so many rows is: a name that breaks needs room for its lines. */
export function heightPx(rows: number, wide: number, narrow: number): number {
  return 90 + rows * (phone.matches ? narrow : wide);
}

/** Words stay whole; a Chinese sentence may break after any character. */
export function folded(text: string, wide: number, narrow: number): string {
  const most = phone.matches ? narrow : wide;
  const lines = [""];
  for (const piece of text.match(/[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s*|\s+/g) ?? []) {
    const last = lines.length - 1;
    if (lines[last] && letters(lines[last]! + piece.trimEnd()) > most) lines.push(piece);
    else lines[last] += piece;
  }
  return lines.map((line) => line.trim()).join("<br>");
}
