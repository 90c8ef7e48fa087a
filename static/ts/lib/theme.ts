/** The look as it is now: which theme holds, and what a design token resolves to (for canvas and charts). */

export type Theme = "light" | "dark";

const systemIsDark = window.matchMedia("(prefers-color-scheme: dark)");

export function systemTheme(): Theme {
  return systemIsDark.matches ? "dark" : "light";
}

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === "dark" || chosen === "light" ? chosen : systemTheme();
}

/** The colour of a token such as "--strong" as rgb(): scripts that draw cannot read light-dark() themselves. */
export function tokenColour(name: string): string {
  const probe = document.createElement("span");
  probe.hidden = true;
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

/** Call back whenever the theme changes, by the reader's choice or by the system's. */
export function onThemeChange(redraw: () => void): void {
  systemIsDark.addEventListener("change", redraw);
  document.addEventListener("themechange", redraw);
}

/** Paper is light: what scripts draw has to be drawn again for it, and again afterwards. */
export function inLightOnPaper(redraw: () => void): void {
  const root = document.documentElement;
  let chosen: string | undefined;
  window.addEventListener("beforeprint", () => {
    chosen = root.dataset["theme"];
    root.dataset["theme"] = "light";
    redraw();
  });
  window.addEventListener("afterprint", () => {
    if (chosen) root.dataset["theme"] = chosen;
    else delete root.dataset["theme"];
    redraw();
  });
}
