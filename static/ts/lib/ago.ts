/** Keeps "3 minutes ago" true without asking the server. */

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

function words(then: number): string {
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  const past = Math.max(0, (Date.now() - then) / 1000);
  const [unit, size] = units.find(([, length]) => past >= length) ?? ["second", 1];
  // Below a minute the exact number would only be restless.
  return unit === "second" ? format.format(0, "second") : format.format(-Math.floor(past / size), unit);
}

export function refreshTimes(): void {
  document.querySelectorAll<HTMLTimeElement>("time[data-ago]").forEach((time) => {
    const now = words(Date.parse(time.dateTime));
    if (time.textContent !== now) time.textContent = now;
  });
}

export function keepTimes(): void {
  refreshTimes();
  window.setInterval(() => document.hidden || refreshTimes(), 20_000);
}
