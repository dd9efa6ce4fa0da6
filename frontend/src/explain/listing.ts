// The program's source, with the line that runs.
import { h, name, replace } from "../shared/element";
import type { Step, Walk } from "./walk";
import type { Words } from "./words";

export class Listing {
  readonly element = h("section", { class: "listing", tabindex: 0 });
  private file = -1;

  constructor(
    private readonly walk: Walk,
    private readonly go: (file: number, line: number) => void,
  ) {}

  show(step: Step, words: Words): void {
    this.element.setAttribute("aria-label", words.source);
    if (this.file !== step.file) this.fill(step.file, words);
    for (const line of this.element.querySelectorAll<HTMLElement>(".line")) {
      const number = Number(line.dataset["line"]);
      const now = step.lines[0] <= number && number <= step.lines[1];
      line.classList.toggle("now", now);
      if (now) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    }
    const now = this.element.querySelector<HTMLElement>(".now");
    if (now !== null) this.element.scrollTop = now.offsetTop - this.element.clientHeight / 2;
  }

  private fill(file: number, words: Words): void {
    this.file = file;
    const source = this.walk.sources[file];
    const reached = new Set(this.walk.steps.filter((step) => step.file === file).flatMap((step) => Array.from({ length: step.lines[1] - step.lines[0] + 1 }, (_, at) => step.lines[0] + at)));
    replace(this.element,
      h("p", { class: "file" }, name(source?.name ?? "")),
      source === undefined || !source.readable ? h("p", { class: "note" }, words.unreadable)
        : h("ol", { class: "code" }, source.lines.map(({ number, pieces }, at) => {
          const code = h("code", {}, pieces.map(([kind, text]) => (kind === "" ? name(text) : name(text, { class: kind }))));
          const blank = pieces.every(([, text]) => text.trim() === "");
          const before = source.lines[at - 1];
          if (blank && (before === undefined || before.pieces.every(([, text]) => text.trim() === ""))) return null;
          const shown = reached.has(number) ? h("button", { class: "to", click: () => this.go(file, number), "aria-label": String(number) }, number) : h("span", { class: "to" }, number);
          return h("li", { class: "line", "data-line": number }, shown, code);
        })),
    );
  }
}
