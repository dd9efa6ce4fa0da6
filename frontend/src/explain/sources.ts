// Which elements of the inputs an element of the result comes from.
import type { Step } from "./walk";

export function unravel(flat: number, shape: number[]): number[] {
  const index = new Array<number>(shape.length);
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    const length = shape[axis]!;
    index[axis] = length === 0 ? 0 : flat % length;
    flat = length === 0 ? 0 : Math.floor(flat / length);
  }
  return index;
}

export function ravel(index: number[], shape: number[]): number {
  return shape.reduce((flat, length, axis) => flat * length + (index[axis] ?? 0), 0);
}

// The element of an array of this shape that stands at `index` of a result it is stretched to.
export function stretchedFrom(index: number[], shape: number[]): number {
  const skipped = index.length - shape.length;
  return ravel(shape.map((length, axis) => (length === 1 ? 0 : index[axis + skipped]!)), shape);
}

export function sourcesOf(step: Step, flat: number): Set<number>[] {
  const { picture, inputs } = step;
  const result = step.outputs[0];
  const none = inputs.map(() => new Set<number>());
  if (result === undefined) return none;
  const index = unravel(flat, result.shape);
  switch (picture.kind) {
    case "broadcast":
      return inputs.map((input) => new Set([stretchedFrom(index, input.shape)]));
    case "reduce":
      return none.map((set, at) => (at === 0 ? reduced(inputs[0]!.shape, picture.axes, index, picture.keepdims) : set));
    case "product":
      return product(inputs[0]!.shape, inputs[1]?.shape ?? [], index);
    case "pick":
      return none.map((set, at) => (at === 0 && picture.picks !== null ? new Set([picture.picks[flat] ?? -1]) : set));
    case "assign":
      return none.map((set, at) => (at === 0 ? new Set([flat]) : set));
    case "view":
      return none.map((set, at) => (at === 0 ? viewed(step, index) : set));
    default:
      return none;
  }
}

function reduced(shape: number[], axes: number[], index: number[], keepdims: boolean): Set<number> {
  const kept = keepdims ? index : shape.map(() => 0);
  if (!keepdims) shape.map((_, axis) => axis).filter((axis) => !axes.includes(axis)).forEach((axis, at) => { kept[axis] = index[at]!; });
  let found = [kept.slice()];
  for (const axis of axes) {
    found = found.flatMap((one) => Array.from({ length: Math.min(shape[axis]!, 500) }, (_, at) => one.with(axis, at)));
  }
  return new Set(found.map((one) => ravel(one, shape)));
}

function product(first: number[], second: number[], index: number[]): Set<number>[] {
  const inner = Math.min(first.at(-1) ?? 0, 500);
  const row = first.length === 2 ? index[0]! : 0;
  const column = second.length === 2 ? index.at(-1)! : 0;
  const places = Array.from({ length: inner }, (_, at) => at);
  return [
    new Set(places.map((at) => row * (first.at(-1) ?? 0) + at)),
    new Set(places.map((at) => (second.length === 2 ? at * second[1]! + column : at))),
  ];
}

function viewed({ picture, inputs }: Step, index: number[]): Set<number> {
  const { buffer } = picture;
  if (buffer === null) return new Set();
  const wanted = buffer.after.offset + index.reduce((sum, at, axis) => sum + at * buffer.after.steps[axis]!, 0);
  const shape = inputs[0]!.shape;
  const count = shape.reduce((product_, length) => product_ * length, 1);
  for (let flat = 0; flat < Math.min(count, 5_000); flat++) {
    const place = unravel(flat, shape).reduce((sum, at, axis) => sum + at * buffer.before.steps[axis]!, buffer.before.offset);
    if (place === wanted) return new Set([flat]);
  }
  return new Set();
}
