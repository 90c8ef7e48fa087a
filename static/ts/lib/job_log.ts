/** The live log: follows its end until somebody scrolls up, pauses or searches; keeps a stated number of lines. */

import { searchIn } from "./log_search";

interface News {
  lines: string[];
  first: number;
  batch: number;
}

const nearEndPx = 40;
const everyMs = 2000;
const slowestMs = 8000;

class JobLog {
  private batch: number;
  private readonly most: number;
  private following = false;
  private timer = 0;
  private delay = everyMs;

  constructor(
    private readonly section: HTMLElement,
    private readonly lines: HTMLElement,
  ) {
    this.batch = Number(section.dataset["batch"]);
    this.most = Number(section.dataset["most"]);
    const button = section.querySelector<HTMLButtonElement>("[data-log-follow]");
    if (this.isLive() && button) {
      button.hidden = false;
      button.addEventListener("click", () => this.follow(!this.following));
    }
    lines.addEventListener("scroll", () => this.onScroll());
    searchIn(section, lines, () => this.follow(false));
    if (location.hash.startsWith("#L")) document.querySelector(location.hash)?.scrollIntoView({ block: "center" });
    else this.follow(this.isLive());
    if (!this.isLive()) this.toEnd();
  }

  private isLive(): boolean {
    return this.section.dataset["follow"] !== undefined;
  }

  private toEnd(): void {
    if (!location.hash.startsWith("#L")) this.lines.scrollTop = this.lines.scrollHeight;
  }

  private onScroll(): void {
    if (!this.isLive()) return;
    const atEnd = this.lines.scrollHeight - this.lines.scrollTop - this.lines.clientHeight < nearEndPx;
    if (atEnd !== this.following) this.follow(atEnd);
  }

  /** Paused means that nothing moves: what came meanwhile follows when the reader comes back to the end. */
  follow(on: boolean): void {
    if (!this.isLive()) return;
    this.following = on;
    const button = this.section.querySelector<HTMLElement>("[data-log-follow]");
    if (button) button.textContent = button.dataset[on ? "pauseWord" : "followWord"] ?? "";
    this.say(on ? "saidFollowing" : "saidPaused");
    window.clearTimeout(this.timer);
    if (!on) return;
    this.toEnd();
    this.delay = everyMs;
    void this.look();
  }

  private say(words: string): void {
    const place = this.section.querySelector("[data-log-said]");
    if (place) place.textContent = this.section.dataset[words] ?? "";
  }

  /** Takes what came; WHATEVER: the last time, after the job has ended. */
  async look(whatever = false): Promise<void> {
    if (!this.following && !whatever) return;
    const came = document.hidden && !whatever ? false : await this.fetch().catch(() => false);
    this.delay = came ? everyMs : Math.min(slowestMs, this.delay * 1.5);
    window.clearTimeout(this.timer);
    if (this.isLive()) this.timer = window.setTimeout(() => void this.look(), this.delay);
  }

  private async fetch(): Promise<boolean> {
    const answer = await fetch(`${this.section.dataset["log"]}?after=${this.batch}`, { cache: "no-store" });
    if (answer.status !== 200 || answer.redirected) return false;
    this.add((await answer.json()) as News);
    return true;
  }

  private add(news: News): void {
    this.batch = news.batch;
    const fresh = news.lines.map((words, place) => line(news.first + place, words));
    this.lines.append(...fresh);
    const over = this.lines.childElementCount - this.most;
    for (let left = over; left > 0; left--) this.lines.firstElementChild?.remove();
    this.section.querySelector("[data-log-hidden]")?.toggleAttribute("hidden", over <= 0 && news.first === 1);
    this.section.querySelector("[data-log-empty]")?.setAttribute("hidden", "");
    if (this.following) this.toEnd();
  }

  async end(): Promise<void> {
    await this.look(true);
    window.clearTimeout(this.timer);
    delete this.section.dataset["follow"];
    this.section.querySelector("[data-log-follow]")?.setAttribute("hidden", "");
    this.say("saidEnded");
  }
}

function line(number: number, words: string): HTMLElement {
  const element = document.createElement("span");
  element.className = "log-line";
  element.id = `L${number}`;
  element.dataset["number"] = String(number);
  element.textContent = `${words}\n`;
  return element;
}

let open: JobLog | undefined;

export function showLog(): void {
  const section = document.getElementById("log");
  const lines = section?.querySelector<HTMLElement>("[data-log-lines]");
  open = section && lines ? new JobLog(section, lines) : undefined;
}

/** Another attempt has a log of its own: take its part of the page over, unless an older one is being read. */
async function takeOver(): Promise<void> {
  const answer = await fetch(location.href, { cache: "no-store" });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("log");
  if (!answer.ok || !fresh) return;
  document.getElementById("log")?.replaceWith(document.adoptNode(fresh));
  showLog();
}

/** Called when the page about the job has changed. */
export function followJob(): void {
  const job = document.getElementById("job");
  const section = document.getElementById("log");
  if (!job || !section) return;
  const chosen = new URLSearchParams(location.search).has("attempt");
  if (!chosen && job.dataset["attempt"] !== section.dataset["attempt"]) void takeOver();
  else if (!job.dataset["poll"] && section.dataset["follow"] !== undefined) void open?.end();
}
