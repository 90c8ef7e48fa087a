/** Handing over a file: drop it anywhere on its field, and see that it is being sent. */

function overlay(zone: HTMLElement, on: boolean): void {
  zone.classList.toggle("is-over", on);
}

function acceptDrops(zone: HTMLElement): void {
  const input = zone.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) return;
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    overlay(zone, true);
  });
  zone.addEventListener("dragleave", () => overlay(zone, false));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    overlay(zone, false);
    if (event.dataTransfer?.files.length) input.files = event.dataTransfer.files;
  });
}

document.querySelectorAll<HTMLElement>("[data-dropzone]").forEach(acceptDrops);

document.querySelector<HTMLFormElement>("[data-scan-form]")?.addEventListener("submit", (event) => {
  const form = event.currentTarget as HTMLFormElement;
  form.querySelector<HTMLElement>("[data-sending]")?.removeAttribute("hidden");
  form.querySelectorAll("button").forEach((button) => button.setAttribute("aria-disabled", "true"));
});
