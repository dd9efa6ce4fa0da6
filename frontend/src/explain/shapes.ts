// Shapes under each other, as NumPy lines them up: stretched axes where they fit, the axes that clash where they do not.
import { type Child, h, name } from "../shared/element";
import type { Clash, Fix, Grid, Step } from "./walk";
import { type Words, shapeText } from "./words";

const UNNAMED = "\u25a1";

export function shapesOf(step: Step, words: Words): Child {
  if (step.picture.clash !== null) return h("div", {}, table(clashRows(step, step.picture.clash)), clashText(step, step.picture.clash, words));
  const result = step.outputs[0];
  if (step.picture.kind !== "broadcast" || result === undefined || step.inputs.every((input) => input.shape.join() === result.shape.join())) return null;
  return table([...step.inputs.map((input) => stretchedRow(input, result)), { title: result.name ?? words.result, shape: result.shape, cells: result.shape.map((length) => [String(length), ""]), sum: true }]);
}

interface Row {
  title: string;
  shape: number[];
  cells: [string, string][]; // text and class, from the left
  sum: boolean;
}

function stretchedRow(input: Grid, result: Grid): Row {
  const depth = result.shape.length;
  const cells = result.shape.map((to, axis): [string, string] => {
    const length = input.shape[axis - depth + input.shape.length];
    if (length === undefined) return [`\u2192 ${to}`, "stretched"];
    return length === 1 && to !== 1 ? [`${length} \u2192 ${to}`, "stretched"] : [String(length), ""];
  });
  return { title: input.name ?? UNNAMED, shape: input.shape, cells, sum: false };
}

function clashRows(step: Step, clash: Clash): Row[] {
  const depth = Math.max(...step.inputs.map((input) => input.shape.length));
  return step.inputs.map((input, number) => ({
    title: input.name ?? UNNAMED,
    shape: input.shape,
    cells: Array.from({ length: depth }, (_, place): [string, string] => {
      const axis = place - depth + input.shape.length;
      return axis < 0 ? ["", ""] : [String(input.shape[axis]), clash.axes[number]?.includes(axis) === true ? "clash" : ""];
    }),
    sum: false,
  }));
}

function table(rows: Row[]): HTMLElement {
  return h("table", { class: "shapes" }, h("tbody", {}, rows.map((row) => h("tr", { class: row.sum ? "sum" : "" },
    h("th", { scope: "row" }, name(row.title)),
    row.cells.map(([text, kind]) => h("td", { class: kind }, text)),
    h("td", { class: "note" }, shapeText(row.shape)),
  ))));
}

function clashText(step: Step, clash: Clash, words: Words): Child {
  const lengths = step.inputs.flatMap((input, number) => (clash.axes[number] ?? []).slice(0, 1).map((axis) => input.shape[axis] ?? 0));
  const why = step.name.endsWith("matmul") || step.name.endsWith("dot") ? words.innerClash(lengths[0] ?? 0, lengths[1] ?? 0) : words.clash([...new Set(lengths)]);
  return h("div", { class: "clashing" }, h("p", { class: "bad" }, why), clash.fix === null ? null : fixText(step, clash.fix, words));
}

function fixText(step: Step, fix: Fix, words: Words): HTMLElement {
  const title = step.inputs[fix.operand]?.name;
  const code = `${title ?? UNNAMED}${fix.text}`;
  return h("p", { class: "fix" }, words.fix, " ", h("code", {}, name(code)), words.fixed(shapeText(fix.shape), shapeText(fix.result)));
}
