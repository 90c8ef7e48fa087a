/** The zoom in the address: it outlives a reload, every link that is followed, and a shared view. */

const restMs = 250;
let factor = read();
let resting: number | undefined;

function read(): number {
  const told = Number(new URLSearchParams(location.search).get("zoom"));
  return Number.isFinite(told) && told > 0.05 && told < 20 ? told : 1;
}

function write(url: URL): URL {
  if (Math.abs(factor - 1) < 0.005) url.searchParams.delete("zoom");
  else url.searchParams.set("zoom", String(Math.round(factor * 100) / 100));
  return url;
}

/** What the address says; 1 is as large as the page shows it by itself. */
export function zoomInAddress(): number {
  return factor;
}

/** Remember a factor; the address follows once nothing more happens. */
export function keepZoom(next: number): void {
  factor = next;
  clearTimeout(resting);
  resting = window.setTimeout(() => history.replaceState(history.state, "", write(new URL(location.href))), restMs);
}

/** The address of another view at the same zoom. */
export function atThisZoom(address: string): string {
  return write(new URL(address, location.href)).href;
}
