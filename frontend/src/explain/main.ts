// The page of `numscope explain`.
import "../shared/base.css";
import "./explain.css";
import { loadDocument } from "../shared/blocks";
import { h, name, replace } from "../shared/element";
import { themeButton } from "../shared/theme";
import { Listing } from "./listing";
import { Stage } from "./stage";
import type { Walk } from "./walk";
import { LANGUAGES, type Words } from "./words";

class Page {
  private at = 0;
  private words: Words;
  private readonly listing: Listing;
  private readonly stage: Stage;

  constructor(private readonly walk: Walk) {
    this.words = LANGUAGES[walk.language] ?? LANGUAGES["en"]!;
    this.listing = new Listing(walk, (file, line) => {
      const found = walk.steps.findIndex((step) => step.file === file && step.lines[0] <= line && line <= step.lines[1]);
      if (found >= 0) this.go(found);
    });
    this.stage = new Stage(walk);
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => this.follow());
    this.build();
    this.follow();
  }

  private follow(): void {
    const step = Number(/^#step=(\d+)$/.exec(location.hash)?.[1] ?? "1") - 1;
    this.at = Math.max(0, Math.min(this.walk.steps.length - 1, step));
    this.show();
  }

  private go(to: number): void {
    this.at = Math.max(0, Math.min(this.walk.steps.length - 1, to));
    remember(this.at + 1);
    this.show();
  }

  private forward(): void {
    if (this.stage.hiding) this.stage.reveal(this.words);
    else this.go(this.at + 1);
  }

  private nextLine(): void {
    const now = this.walk.steps[this.at]!;
    const next = this.walk.steps.findIndex((step, at) => at > this.at && (step.file !== now.file || step.lines[0] !== now.lines[0]));
    if (next >= 0) this.go(next);
  }

  private show(): void {
    const { walk, words } = this;
    const step = walk.steps[this.at]!;
    this.listing.show(step, words);
    this.stage.show(step, words);
    const slider = document.querySelector<HTMLInputElement>("#slider")!;
    slider.value = String(this.at + 1);
    slider.setAttribute("aria-valuetext", words.step(this.at + 1, walk.steps.length));
    replace(document.getElementById("counter")!, words.step(this.at + 1, walk.steps.length));
    document.querySelector<HTMLButtonElement>("#previous")!.disabled = this.at === 0;
    document.querySelector<HTMLButtonElement>("#next")!.disabled = this.at === walk.steps.length - 1 && !this.stage.hiding;
    window.scrollTo({ top: 0, behavior: "instant" });
  }

  private build(): void {
    const { walk, words } = this;
    document.documentElement.lang = words.language;
    const help = h("dialog", { class: "keys", "aria-labelledby": "keys-title" }, h("h2", { id: "keys-title" }, words.keys),
      h("dl", {}, words.keyList.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])),
      h("button", { click: () => help.close() }, words.close));
    const guess = h("button", { class: "quiet", id: "guess", "aria-pressed": String(this.stage.guessing), click: () => this.guess() }, words.guess);
    const slider = h("input", { type: "range", id: "slider", min: 1, max: walk.steps.length, value: this.at + 1, "aria-label": words.step(this.at + 1, walk.steps.length), input: (event: Event) => this.go(Number((event.target as HTMLInputElement).value) - 1) });
    replace(document.getElementById("page")!,
      h("header", { class: "top" }, h("h1", {}, name(walk.title)), guess, projectorButton(words),
        h("button", { class: "quiet", id: "language", lang: words.language === "en" ? "zh" : "en", click: () => this.switchLanguage() }, words.otherLanguage),
        themeButton((theme) => words.theme(theme)), h("button", { class: "quiet", id: "help", "aria-label": words.keys, click: () => help.showModal() }, "?")),
      h("main", {}, this.listing.element, this.stage.element),
      walk.of > walk.steps.length && h("p", { class: "note limit" }, words.more(walk.steps.length, walk.of)),
      h("footer", { class: "steps" },
        h("button", { id: "previous", click: () => this.go(this.at - 1) }, `\u2190 ${words.previous}`),
        slider, h("span", { id: "counter", class: "note" }),
        h("button", { id: "next", class: "primary", click: () => this.forward() }, `${words.next} \u2192`)),
      help,
    );
  }

  private guess(): void {
    this.stage.guessing = !this.stage.guessing;
    document.getElementById("guess")!.setAttribute("aria-pressed", String(this.stage.guessing));
    this.show();
  }

  private switchLanguage(): void {
    this.words = LANGUAGES[this.words.language === "en" ? "zh" : "en"]!;
    this.build();
    this.show();
    document.getElementById("language")!.focus();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null) return;
    const target = event.target as Element;
    if (target.matches("#slider") && event.key.startsWith("Arrow")) return;
    if (event.key === " " && target.matches("button")) return;
    const acts: Record<string, () => void> = {
      ArrowRight: () => (event.shiftKey ? this.nextLine() : this.forward()), n: () => this.forward(), " ": () => this.forward(),
      ArrowLeft: () => this.go(this.at - 1), p: () => this.go(this.at - 1), ArrowDown: () => this.stage.move(1), ArrowUp: () => this.stage.move(-1),
      Home: () => this.go(0), End: () => this.go(this.walk.steps.length - 1),
      g: () => this.guess(), w: () => this.stage.walkThrough(), b: () => document.getElementById("projector")!.click(), l: () => this.switchLanguage(), t: () => document.getElementById("theme")!.click(), "?": () => document.getElementById("help")!.click(),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    act();
    event.preventDefault();
  }
}

function projectorButton(words: Words): HTMLElement {
  const root = document.documentElement;
  const button: HTMLElement = h("button", { class: "quiet", id: "projector", "aria-pressed": String(root.classList.contains("projector")), click: () => {
    button.setAttribute("aria-pressed", String(root.classList.toggle("projector")));
  } }, words.projector);
  return button;
}

// A frame without an origin of its own, as in a notebook, has no address to write to.
function remember(step: number): void {
  try {
    history.replaceState(null, "", `#step=${step}`);
  } catch {
    return;
  }
}

async function main(): Promise<void> {
  new Page(await loadDocument<Walk>("walk"));
  document.documentElement.dataset["ready"] = String(Math.round(performance.now()));
}

main().catch((error: unknown) => {
  replace(document.getElementById("page")!, h("main", {}, h("p", { class: "warning", role: "alert" }, error instanceof Error ? error.message : String(error))));
});
