// What a step does, in sentences.
import type { Grid, Step } from "./walk";
import { type Words, shapeText } from "./words";

export function sentences(step: Step, words: Words): string[] {
  const { picture, inputs, outputs } = step;
  const result = outputs[0];
  const first = inputs[0];
  const told: string[] = [];
  switch (picture.kind) {
    case "broadcast":
      told.push(...stretching(step, words));
      break;
    case "reduce":
      if (first !== undefined && result !== undefined) told.push(...reduction(first, result, step, words));
      break;
    case "product":
      if (first !== undefined && result !== undefined) told.push(words.product(shapeText(first.shape), shapeText(inputs[1]?.shape ?? []), shapeText(result.shape), first.shape.at(-1) ?? 1));
      break;
    case "pick":
      if (picture.picks !== null && first !== undefined) told.push(words.picked(new Set(picture.picks).size, size(first)));
      told.push(picture.buffer !== null ? words.view : words.copy);
      break;
    case "assign":
      if (picture.picks !== null && first !== undefined) told.push(words.assigned(new Set(picture.picks).size, size(first)));
      break;
    case "view":
      told.push(words.sameElements, words.view);
      break;
    case "make":
      told.push(words.made);
      break;
    default:
      if (picture.clash === null) told.push(words.other);
  }
  if (step.how === "in place") told.push(words.inPlace);
  const kinds = [...new Set(inputs.map((input) => input.dtype))];
  if (result !== undefined && kinds.length > 0 && ["broadcast", "reduce", "product"].includes(picture.kind) && (kinds.length > 1 || kinds[0] !== result.dtype)) {
    told.push(words.dtypes(kinds.join(", "), result.dtype));
  }
  return told;
}

export function nanSentence(step: Step, words: Words): string | null {
  if (step.picture.new_nans > 0) return words.newNans(step.picture.new_nans);
  const has = (grids: Grid[]): boolean => grids.some((grid) => grid.cells.includes("nan"));
  return has(step.inputs) && has(step.outputs) && step.picture.kind !== "assign" ? words.oldNans : null;
}

function stretching(step: Step, words: Words): string[] {
  const result = step.outputs[0]!;
  const told = [words.same];
  for (const input of step.inputs) {
    if (input.shape.join() === result.shape.join()) continue;
    if (input.shape.length === 0) {
      told.push(words.number);
      continue;
    }
    const skipped = result.shape.length - input.shape.length;
    const axes = result.shape.map((_, axis) => axis).filter((axis) => axis < skipped || (input.shape[axis - skipped] === 1 && result.shape[axis] !== 1));
    told.push(words.stretched(shapeText(input.shape), shapeText(result.shape), axes.map((axis) => words.axis(axis)).join(", ")));
  }
  const numbers = step.arguments.length + step.inputs.length < 2;
  return step.inputs.length === 1 && !numbers ? [...told, words.number] : told;
}

function reduction(first: Grid, result: Grid, step: Step, words: Words): string[] {
  const { axes, keepdims } = step.picture;
  if (axes.length === first.shape.length && !keepdims) return [words.reduceAll];
  const lengths = axes.map((axis) => first.shape[axis]).join(", ");
  const told = words.reduce(axes.map((axis) => words.axis(axis)).join(", "), lengths, shapeText(first.shape), shapeText(result.shape));
  return keepdims ? [told, words.keepdims] : [told];
}

function size(grid: Grid): number {
  return grid.shape.reduce((product, length) => product * length, 1);
}
