// The picture of one step: what goes in, what comes out, and which element comes from which.
import { type Child, h, name, replace } from "../shared/element";
import { drawGrid } from "./grid";
import { lightPlaces, memoryStrip } from "./memory";
import { shapeQuestion } from "./question";
import { shapesOf } from "./shapes";
import { sourcesOf } from "./sources";
import { nanSentence, sentences } from "./story";
import type { Grid, Step, Walk } from "./walk";
import type { Words } from "./words";

export class Stage {
  readonly element: HTMLElement = h("section", { class: "stage", "aria-live": "polite" });
  guessing = false;
  private step: Step | null = null;
  private focus = 0;
  private hidden = false;
  private walking: number | null = null;

  constructor(private readonly walk: Walk) {
    this.element.addEventListener("pointerover", (event) => this.pointed(event));
    this.element.addEventListener("click", (event) => this.pointed(event));
  }

  show(step: Step, words: Words, keep = false): void {
    if (!keep) this.hidden = this.guessing && step.outputs.length > 0;
    if (this.step !== step) {
      this.focus = firstToLookAt(step);
      this.stop();
    }
    this.step = step;
    const nan = nanSentence(step, words);
    replace(this.element,
      h("h2", { class: "sr" }, words.picture),
      this.narration(step, words),
      h("p", { class: "operation" }, h("code", {}, name(step.name)), argumentsText(step, words)),
      h("div", { class: "arrays" }, this.inputs(step, words), step.outputs.length > 0 && h("div", { class: "outcome" }, h("span", { class: "arrow", "aria-hidden": "true" }, "\u2192"), this.outputs(step, words))),
      this.hidden ? null : [
        shapesOf(step, words),
        h("ul", { class: "story" }, sentences(step, words).map((text) => h("li", {}, name(text))), nan !== null && h("li", { class: "bad" }, nan)),
        memoryStrip(step, label(step.inputs[0], "\u25a1"), this.resultName(step, words), words),
        step.outputs.length > 0 && step.inputs.length > 0 && h("p", { class: "note" }, words.hover, " ", h("button", { class: "quiet", id: "walk", click: () => this.walkThrough() }, words.walkThrough)),
      ],
      step.exception !== null && h("p", { class: "warning", role: "alert" }, words.raised, name(step.exception)),
    );
    this.light();
  }

  // Look at each element of the result in turn, without a mouse; once more stops.
  walkThrough(): void {
    const walking = this.walking !== null;
    this.stop();
    if (!walking) this.walking = window.setInterval(() => this.move(1), 700);
  }

  private stop(): void {
    if (this.walking !== null) window.clearInterval(this.walking);
    this.walking = null;
  }

  // Look at the next element of the result, or the one before.
  move(by: number): void {
    const cells = [...new Set([...this.element.querySelectorAll<HTMLElement>(".after .cell")].map((cell) => Number(cell.dataset["flat"])))];
    if (cells.length === 0) return;
    const at = cells.indexOf(this.focus);
    this.focus = cells[(at + by + cells.length) % cells.length]!;
    this.light();
  }

  private narration(step: Step, words: Words): Child {
    const found = this.walk.sources[step.file]?.narration.find((one) => one.first <= step.lines[1] && step.lines[0] <= one.last);
    const text = found?.texts[words.language] ?? found?.texts["en"];
    return text === undefined ? null : h("p", { class: "narration" }, name(text));
  }

  private inputs(step: Step, words: Words): HTMLElement[] {
    const result = step.outputs[0];
    const marked = new Set(step.picture.kind === "pick" || step.picture.kind === "assign" ? step.picture.picks : []);
    return step.inputs.map((input, at) => h("div", { class: "before", "data-input": at }, drawGrid(input, {
      title: input.name ?? label(input, step.picture.kind === "pick" && at > 0 ? words.row : "\u25a1"),
      stretchTo: step.picture.kind === "broadcast" && result !== undefined && input.shape.join() !== result.shape.join() ? result.shape : null,
      marked: at === 0 ? marked : new Set(),
      reduced: step.picture.kind === "reduce" && at === 0 ? step.picture.axes : [],
    }, words)));
  }

  private outputs(step: Step, words: Words): Child[] {
    if (this.hidden) {
      const reveal = h("button", { class: "reveal", id: "reveal", click: () => this.reveal(words) }, words.reveal);
      return [h("div", { class: "guess" }, shapeQuestion(step, words) ?? h("p", {}, words.guessHint), reveal)];
    }
    const marked = new Set(step.picture.kind === "assign" ? step.picture.picks : []);
    return step.outputs.map((output) => h("div", { class: "after" }, drawGrid(output, { title: output.name ?? this.resultName(step, words), stretchTo: null, marked, reduced: [] }, words)));
  }

  reveal(words: Words): void {
    if (this.step === null || !this.hidden) return;
    this.hidden = false;
    this.show(this.step, words, true);
  }

  get hiding(): boolean {
    return this.hidden;
  }

  private resultName(step: Step, words: Words): string {
    return step.outputs[0]?.name ?? (step.picture.kind === "assign" ? words.changed : words.result);
  }

  private pointed(event: Event): void {
    const cell = (event.target as Element).closest<HTMLElement>(".after .cell");
    if (cell === null) return;
    this.focus = Number(cell.dataset["flat"]);
    this.light();
  }

  private light(): void {
    if (this.step === null || this.hidden) return;
    const sources = sourcesOf(this.step, this.focus);
    const any = sources.some((set) => set.size > 0);
    for (const cell of this.element.querySelectorAll<HTMLElement>(".after .cell")) cell.classList.toggle("looked", any && Number(cell.dataset["flat"]) === this.focus);
    for (const input of this.element.querySelectorAll<HTMLElement>(".before")) {
      const wanted = sources[Number(input.dataset["input"])];
      for (const cell of input.querySelectorAll<HTMLElement>(".cell")) cell.classList.toggle("from", wanted?.has(Number(cell.dataset["flat"])) ?? false);
    }
    if (this.step.picture.kind === "broadcast") this.lightStretched();
    lightPlaces(this.element, this.step, this.focus);
  }

  // Of a stretched input only the copy at the place of the result is meant.
  private lightStretched(): void {
    const results = [...this.element.querySelectorAll(".after .cell")];
    const place = results.findIndex((cell) => cell.classList.contains("looked"));
    for (const input of this.element.querySelectorAll(".before")) {
      const cells = [...input.querySelectorAll(".cell")];
      if (cells.length === results.length && input.querySelector(".ghost") !== null) cells.forEach((cell, at) => cell.classList.toggle("from", at === place));
    }
  }
}

function firstToLookAt(step: Step): number {
  const result = step.outputs[0];
  if (result?.shown === undefined || result.shown === null) return 0;
  if (step.picture.kind === "assign") return step.picture.picks?.[0] ?? 0;
  const whole = result.shown.every((indices, axis) => indices.length === result.shape[axis]);
  return whole ? Math.max(0, result.cells.indexOf("nan")) : 0;
}

function label(grid: Grid | undefined, otherwise: string): string {
  return grid?.name ?? otherwise;
}

function argumentsText(step: Step, words: Words): Child {
  if (step.arguments.length === 0) return null;
  const texts = step.arguments.map((argument) => (argument.name === null ? argument.text : `${argument.name}=${argument.text}`));
  return h("span", { class: "given" }, ` ${words.arguments}`, h("code", {}, name(texts.join(", "))));
}
