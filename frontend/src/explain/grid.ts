// An array drawn as a grid of coloured cells.
import { h, name } from "../shared/element";
import { ravel, stretchedFrom } from "./sources";
import type { Grid } from "./walk";
import { type Words, shapeText } from "./words";

export interface Look {
  title: string;
  stretchTo: number[] | null; // draw it as the shape it is stretched to
  marked: ReadonlySet<number>; // elements that an index picks
  reduced: number[]; // axes that disappear
}

export function drawGrid(grid: Grid, look: Look, words: Words): HTMLElement {
  const figure = h("figure", { class: "array" },
    h("figcaption", {}, h("strong", {}, name(look.title)), " ", h("span", { class: "dtype" }, name(grid.dtype), " ", shapeText(grid.shape))),
  );
  if (grid.missing !== null) figure.append(h("p", { class: "note" }, words.notKept));
  else if (grid.shown === null) figure.append(h("p", { class: "note" }, words.tooLarge));
  else figure.append(h("div", { class: "slices" }, slices(grid, look, words)));
  return figure;
}

function slices(grid: Grid, look: Look, words: Words): HTMLElement[] {
  const shown = grid.shown!;
  const whole = shown.every((indices, axis) => indices.length === grid.shape[axis]);
  const to = whole && look.stretchTo !== null && look.stretchTo.length <= 2 ? look.stretchTo : null;
  const shape = to ?? grid.shape;
  const axes = to === null ? shown : shape.map((length) => Array.from({ length }, (_, at) => at));
  if (shape.length < 3) return [table(grid, look, words, shape, axes, [], to !== null)];
  return axes[0]!.map((at) => h("div", { class: "slice" }, h("span", { class: "note" }, `[${at}]`), table(grid, look, words, shape, axes.slice(1), [at], false)));
}

function table(grid: Grid, look: Look, words: Words, shape: number[], axes: number[][], before: number[], stretched: boolean): HTMLElement {
  const rows = axes.length === 2 ? axes[0]! : [null];
  const columns = axes.at(-1) ?? [null];
  const cells = new Map<string, number>();
  grid.shown!.reduce<number[][]>((places, indices) => places.flatMap((place) => indices.map((at) => [...place, at])), [[]])
    .forEach((place, at) => cells.set(String(ravel(place, grid.shape)), at));
  const cell = (row: number | null, column: number | null): HTMLElement => {
    const index = [...before, ...(row === null ? [] : [row]), ...(column === null ? [] : [column])];
    const flat = stretched ? stretchedFrom(index, grid.shape) : ravel(index, grid.shape);
    const at = cells.get(String(flat)) ?? 0;
    const ghost = stretched && index.some((number, axis) => number > 0 && (grid.shape[axis - shape.length + grid.shape.length] ?? 1) === 1 && shape[axis]! > 1);
    return draw(grid.cells[at] ?? "", grid.tints[at] ?? null, flat, ghost, look.marked.has(flat));
  };
  const gone = (axis: number): string => (look.reduced.includes(axis) ? "axis gone" : "axis");
  const last = shape.length - 1;
  const body = rows.flatMap((row, at) => {
    const gap = at > 0 && row !== null && row !== rows[at - 1]! + 1;
    const line = h("tr", {}, row !== null && h("th", { scope: "row" }, row), columns.flatMap((column, place) => [
      place > 0 && column !== null && column !== columns[place - 1]! + 1 && h("td", { class: "gap" }, "\u2026"), cell(row, column)]));
    return gap ? [h("tr", {}, h("td", { class: "gap", colspan: columns.length + 2 }, "\u22ee")), line] : [line];
  });
  return h("div", { class: "grid" },
    axes.length === 2 && h("span", { class: `${gone(last - 1)} down` }, `${words.axis(last - 1)} \u2192`),
    axes.length >= 1 && h("span", { class: `${gone(last)} right` }, `${words.axis(last)} \u2192`),
    h("table", { class: "cells" },
      axes.length >= 1 && h("thead", {}, h("tr", {}, axes.length === 2 && h("td"), columns.flatMap((column, place) => [
        place > 0 && column !== null && column !== columns[place - 1]! + 1 && h("td"), h("th", { scope: "col" }, column)]))),
      h("tbody", {}, body)),
  );
}

export function draw(text: string, tint: number | null, flat: number, ghost: boolean, marked: boolean): HTMLTableCellElement {
  const kind = text === "nan" || text === "NaT" ? " nan" : text === "inf" || text === "-inf" ? " inf" : "";
  const cell = h("td", { class: `cell${kind}${ghost ? " ghost" : ""}${marked ? " marked" : ""}`, "data-flat": flat }, name(text));
  if (tint !== null) cell.style.setProperty("--tint", `${Math.round(6 + tint * 38)}%`);
  return cell;
}
