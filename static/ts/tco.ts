/** The cost page: draws its charts, and asks the server again when a slider or a figure moves. */

import { cumulative } from "./lib/charts/cumulative";
import { draw, type Picture, type Plotly } from "./lib/charts/frame";
import { histogram } from "./lib/charts/histogram";
import { onRoomChange } from "./lib/charts/room";
import { staircase } from "./lib/charts/staircase";
import { tornado } from "./lib/charts/tornado";
import { waterfall } from "./lib/charts/waterfall";
import { follow, reach, type Live } from "./lib/live";
import { inLightOnPaper, onThemeChange } from "./lib/theme";
import { toast } from "./lib/toast";

declare global {
  interface Window {
    Plotly?: Plotly;
  }
}

const pictures: Record<string, (data: never) => Picture> = { cumulative, waterfall, staircase, tornado, histogram };
let held: Record<string, unknown> = {};

function take(from: Document): void {
  for (const id of ["tco-charts", "tco-reach"]) {
    const stored = from.getElementById(id)?.textContent;
    if (stored) held = { ...held, ...(JSON.parse(stored) as Record<string, unknown>) };
  }
}

/** A chart without data would be an empty cross of axes: the words below say what it waits for. */
function show(plotly: Plotly, root: HTMLElement, picture: Picture): void {
  root.hidden = picture.traces.length === 0;
  if (!root.hidden) draw(plotly, root, picture);
}

const roots = [...document.querySelectorAll<HTMLElement>("[data-chart]")];

function picture(root: HTMLElement): void {
  const name = root.dataset["chart"] ?? "";
  const data = held[name];
  if (data && window.Plotly) show(window.Plotly, root, pictures[name]!(data as never));
}

function redraw(): void {
  roots.forEach(picture);
}

const inSight = new Set<Element>();
const eyes = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) inSight[isIntersecting ? "add" : "delete"](target);
});
roots.forEach((root) => eyes.observe(root));
const restMs = 300;
let rest = 0;

/** Drawing takes longer than all the rest: what is in sight is drawn at once, the others when the hand rests. */
function redrawInSight(): void {
  window.clearTimeout(rest);
  roots.filter((root) => inSight.has(root)).forEach(picture);
  rest = window.setTimeout(() => roots.filter((root) => !inSight.has(root)).forEach(picture), restMs);
}

const state = new URLSearchParams(location.search);
const root = document.getElementById("tco");
const live: Live = {
  address: root?.dataset["liveAddress"] ?? "",
  reachAddress: root?.dataset["sensitivityAddress"] ?? "",
  after: (fresh) => {
    take(fresh);
    settle(fresh);
    // The figures are painted first.
    requestAnimationFrame(() => setTimeout(redrawInSight));
  },
  failed: () => toast(document.getElementById("toasts")?.dataset["unreachable"] ?? "", "bad"),
};

/** The slider itself snaps to its steps; what stands beside it is exact. */
function say(slider: HTMLInputElement, value: string): void {
  const output = slider.form?.querySelector<HTMLOutputElement>(`output[for="${slider.id}"]`);
  if (output) output.value = Number(value).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 6 });
  slider.closest(".tco-slider")?.classList.toggle("is-moved", value !== slider.dataset["base"]);
}

/** A slider and a field may say the same thing: the one that moved last counts. */
function onSlider(slider: HTMLInputElement): void {
  say(slider, slider.value);
  for (const path of (slider.dataset["paths"] ?? "").split(" ")) state.delete(path);
  state.set(slider.name, slider.value);
  follow(live, state);
}

function onField(field: HTMLInputElement | HTMLSelectElement): void {
  for (const slider of document.querySelectorAll<HTMLInputElement>(`[data-paths~="${CSS.escape(field.name)}"]`)) state.delete(slider.name);
  state.set(field.name, field.value);
  follow(live, state);
}

interface Controls {
  fields: Record<string, string>;
  sliders: Record<string, string>;
  /** Why a field was refused, by its key path. */
  faults: Record<string, string>;
}

/** A refusal stands at its field, and goes once the field makes sense again. */
function mark(faults: Record<string, string>): void {
  for (const old of document.querySelectorAll("#inputs .error")) old.remove();
  for (const field of document.querySelectorAll('#inputs [aria-invalid="true"]')) field.removeAttribute("aria-invalid");
  for (const [path, words] of Object.entries(faults)) {
    const field = document.getElementById(`id_${path}`);
    if (!field) continue;
    const told = document.createElement("p");
    told.className = "error";
    told.id = `id_${path}_error`;
    told.textContent = words;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", told.id);
    (field.closest(".tco-cell") ?? field).after(told);
  }
}

/** Sliders and fields that the reader did not touch follow what the server made of the one that moved. */
function settle(from: Document): void {
  const stored = from.getElementById("tco-controls")?.textContent;
  if (!stored) return;
  const { fields, sliders, faults } = JSON.parse(stored) as Controls;
  mark(faults);
  for (const [path, value] of Object.entries(fields)) {
    const field = document.getElementById(`id_${path}`) as HTMLInputElement | null;
    if (field && field !== document.activeElement && !(path in faults)) field.value = value;
  }
  for (const [key, value] of Object.entries(sliders)) {
    const slider = document.getElementById(`lever-${key}`);
    if (!(slider instanceof HTMLInputElement) || slider === document.activeElement) continue;
    slider.value = value;
    say(slider, value);
  }
}

document.getElementById("levers")?.addEventListener("input", (event) => onSlider(event.target as HTMLInputElement));
document.getElementById("inputs")?.addEventListener("change", (event) => {
  const field = event.target as HTMLInputElement;
  if (field.id.startsWith("id_")) onField(field);
});

take(document);
redraw();
onThemeChange(redraw);
onRoomChange(redraw);
inLightOnPaper(redraw);
if (root && root.dataset["complete"] === undefined) reach(live, state);
