/** The form of one assumption: what an amount in another currency is worth in that of the comparison. */

const quote = document.querySelector<HTMLElement>("[data-quote]");

function text(name: string): string {
  return quote?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value.trim() ?? "";
}

function amount(name: string): number {
  const typed = text(name);
  return typed ? Number(typed.replaceAll(/[, ]/g, "")) : NaN;
}

function shown(value: number): string {
  return value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 4 });
}

/** Says nothing where the currency is the comparison's own, or where a number is missing. */
function convert(): void {
  const output = quote?.querySelector<HTMLElement>("[data-converted]");
  if (!quote || !output) return;
  const base = quote.dataset["base"] ?? "";
  const code = text("currency").toUpperCase();
  const [value, rate] = [amount("value"), amount("fx_rate")];
  output.hidden = !code || code === base || Number.isNaN(value * rate);
  const range = [amount("low"), amount("high")].map((end) => (Number.isNaN(end) ? "" : shown(end * rate)));
  const ends = range[0] && range[1] ? ` (${range.join(" – ")})` : "";
  output.textContent = output.hidden ? "" : `${shown(value)} ${code} × ${shown(rate)} = ${shown(value * rate)} ${base}${ends}`;
}

quote?.addEventListener("input", convert);
convert();
