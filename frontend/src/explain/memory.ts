// One buffer, and the elements of it that an array and its view reach.
import { h } from "../shared/element";
import { unravel } from "./sources";
import type { Buffer, Grid, Step, Window } from "./walk";
import { type Words, shapeText } from "./words";

const LONGEST = 64;

export function memoryStrip(step: Step, before: string, after: string, words: Words): HTMLElement | null {
  const { buffer } = step.picture;
  if (buffer === null || buffer.length > LONGEST) return null;
  const values = inBuffer(buffer, step.inputs[0]);
  return h("figure", { class: "memory" },
    h("figcaption", {}, h("strong", {}, words.buffer(buffer.length, buffer.item_bytes))),
    [[before, buffer.before], [after, buffer.after]].map((pair) => strip(pair[0] as string, pair[1] as Window, buffer, values, words)),
  );
}

function strip(title: string, window: Window, buffer: Buffer, values: string[], words: Words): HTMLElement {
  const reached = new Map<number, number>();
  const count = window.shape.reduce((product, length) => product * length, 1);
  for (let flat = 0; flat < Math.min(count, 5_000); flat++) reached.set(place(window, flat), flat);
  return h("div", { class: "walk" },
    h("p", { class: "note" }, words.walkOf(title, window.offset, shapeText(window.steps), shapeText(window.strides))),
    h("p", { class: "steps-to note", "aria-live": "polite" }),
    h("div", { class: "strip", role: "img", "aria-label": `${title}: ${[...reached.keys()].slice(0, 64).join(", ")}` },
      Array.from({ length: buffer.length }, (_, at) => h("span", { class: reached.has(at) ? "place reached" : "place" }, h("small", {}, at), values[at] ?? ""))),
  );
}

// Mark where the element of the result that is looked at lies, and write down how one gets there.
export function lightPlaces(stage: HTMLElement, step: Step, flat: number): void {
  const { buffer } = step.picture;
  const strips = [...stage.querySelectorAll<HTMLElement>(".memory .walk")];
  if (buffer === null || strips.length !== 2) return;
  const at = place(buffer.after, flat);
  for (const [number, strip_] of strips.entries()) {
    strip_.querySelectorAll(".place").forEach((element, index) => element.classList.toggle("here", index === at));
    const window = number === 1 ? buffer.after : buffer.before;
    const index = number === 1 ? unravel(flat, buffer.after.shape) : indexOf(window, at);
    strip_.querySelector(".steps-to")!.textContent = index === null ? "" : wayTo(window, index, at);
  }
}

function indexOf(window: Window, at: number): number[] | null {
  const count = window.shape.reduce((product, length) => product * length, 1);
  for (let flat = 0; flat < Math.min(count, 5_000); flat++) if (place(window, flat) === at) return unravel(flat, window.shape);
  return null;
}

function wayTo(window: Window, index: number[], at: number): string {
  const steps = index.map((number, axis) => `${number}\u00d7${window.steps[axis]!}`);
  return `[${index.join(", ")}]: ${[window.offset, ...steps].join(" + ")} = ${at}`;
}

function place(window: Window, flat: number): number {
  return unravel(flat, window.shape).reduce((sum, at, axis) => sum + at * window.steps[axis]!, window.offset);
}

function inBuffer(buffer: Buffer, grid: Grid | undefined): string[] {
  const values: string[] = [];
  if (grid?.shown === undefined || grid.shown === null) return values;
  if (!grid.shown.every((indices, axis) => indices.length === grid.shape[axis])) return values;
  grid.cells.forEach((text, flat) => { values[place(buffer.before, flat)] = text; });
  return values;
}
