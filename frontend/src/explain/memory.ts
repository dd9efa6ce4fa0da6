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
    h("div", { class: "strip", role: "img", "aria-label": `${title}: ${[...reached.keys()].slice(0, 64).join(", ")}` },
      Array.from({ length: buffer.length }, (_, at) => h("span", { class: reached.has(at) ? "place reached" : "place" }, h("small", {}, at), values[at] ?? ""))),
  );
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
