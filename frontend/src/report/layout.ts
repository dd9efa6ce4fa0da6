// A drawing of a graph in layers, data flowing downwards: Sugiyama's method in its plain form.
// Nodes come in the order of time, so links against that order close a loop and are drawn apart.

export const NODE_WIDTH = 196;
export const NODE_HEIGHT = 46;
const GAP = 22;
const RISE = 54;
const LOOSE_A_ROW = 5;
const SWEEPS = 6;

export interface Drawn {
  x: Float64Array;
  y: Float64Array;
  width: number;
  height: number;
  // The bends of each link, in the order of links.
  bends: [number, number][][];
}

interface Item {
  layer: number;
  x: number;
  wide: number;
  above: Item[];
  below: Item[];
}

export function layered(count: number, links: { source: number; target: number }[]): Drawn {
  const forward = links.filter((link) => link.source < link.target);
  const layers = depths(count, forward);
  const linked = new Uint8Array(count);
  for (const { source, target } of links) linked[source] = linked[target] = 1;
  const items: Item[] = Array.from({ length: count }, (_, at) => ({ layer: layers[at]!, x: 0, wide: NODE_WIDTH, above: [], below: [] }));
  const rows: Item[][] = [];
  items.forEach((item, at) => { if (linked[at] === 1) (rows[item.layer] ??= []).push(item); });
  const chains = new Map<object, Item[]>();
  for (const link of forward) chains.set(link, chain(items[link.source]!, items[link.target]!, rows));
  for (let sweep = 0; sweep < SWEEPS; sweep++) sortLayers(rows, sweep % 2 === 0);
  place(rows);
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  items.forEach((item, at) => {
    x[at] = item.x;
    y[at] = item.layer * (NODE_HEIGHT + RISE);
  });
  const bottom = rows.length * (NODE_HEIGHT + RISE);
  const loose = [...linked.keys()].filter((at) => linked[at] === 0);
  loose.forEach((at, number) => {
    x[at] = (number % LOOSE_A_ROW) * (NODE_WIDTH + GAP);
    y[at] = bottom + Math.floor(number / LOOSE_A_ROW) * (NODE_HEIGHT + 16);
  });
  const left = count === 0 ? 0 : Math.min(...x);
  for (let at = 0; at < count; at++) x[at]! -= left;
  const bends = links.map((link) => (chains.get(link) ?? []).map((item): [number, number] => [item.x - left + item.wide / 2, item.layer * (NODE_HEIGHT + RISE) + NODE_HEIGHT / 2]));
  return { x, y, width: (count === 0 ? 0 : Math.max(...x)) + NODE_WIDTH, height: (count === 0 ? 0 : Math.max(...y)) + NODE_HEIGHT, bends };
}

// The longest way from a node without inputs.
function depths(count: number, forward: { source: number; target: number }[]): Int32Array {
  const layers = new Int32Array(count);
  const bySource = [...forward].sort((first, second) => first.source - second.source);
  for (const { source, target } of bySource) layers[target] = Math.max(layers[target]!, layers[source]! + 1);
  return layers;
}

// Long links pass through each layer between at a place of their own.
function chain(source: Item, target: Item, rows: Item[][]): Item[] {
  const between: Item[] = [];
  let before = source;
  for (let layer = source.layer + 1; layer < target.layer; layer++) {
    const bend: Item = { layer, x: 0, wide: 14, above: [before], below: [] };
    before.below.push(bend);
    (rows[layer] ??= []).push(bend);
    between.push(bend);
    before = bend;
  }
  before.below.push(target);
  target.above.push(before);
  return between;
}

function sortLayers(rows: Item[][], downwards: boolean): void {
  const order = new Map<Item, number>();
  for (const row of rows) row.forEach((item, at) => order.set(item, at));
  const sequence = downwards ? rows : [...rows].reverse();
  for (const row of sequence) {
    const weight = new Map(row.map((item, at) => {
      const others = downwards ? item.above : item.below;
      const sum = others.reduce((total, other) => total + (order.get(other) ?? 0), 0);
      return [item, others.length === 0 ? at : sum / others.length];
    }));
    row.sort((first, second) => weight.get(first)! - weight.get(second)!);
    row.forEach((item, at) => order.set(item, at));
  }
}

// Side by side, then each as near to the middle of its neighbours as those beside it allow.
function place(rows: Item[][]): void {
  for (const row of rows) {
    const wide = row.reduce((sum, item) => sum + item.wide + GAP, -GAP);
    let x = -wide / 2;
    for (const item of row) {
      item.x = x;
      x += item.wide + GAP;
    }
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const downwards = sweep % 2 === 0;
    for (const row of downwards ? rows : [...rows].reverse()) {
      const wanted = row.map((item) => {
        const others = downwards ? item.above : item.below;
        if (others.length === 0) return item.x;
        return others.reduce((sum, other) => sum + other.x + other.wide / 2, 0) / others.length - item.wide / 2;
      });
      settle(row, wanted);
    }
  }
}

// Wishes of neighbours that overlap are answered together, by their mean: each block moves as one.
function settle(row: Item[], wanted: number[]): void {
  const blocks: { at: number; sum: number; items: number; wide: number }[] = [];
  row.forEach((item, at) => {
    let block = { at, sum: wanted[at]!, items: 1, wide: item.wide + GAP };
    for (let last = blocks.at(-1); last !== undefined && last.sum / last.items + last.wide > block.sum / block.items; last = blocks.at(-1)) {
      blocks.pop();
      block = { at: last.at, sum: last.sum + block.sum - block.items * last.wide, items: last.items + block.items, wide: last.wide + block.wide };
    }
    blocks.push(block);
  });
  for (const block of blocks) {
    let x = block.sum / block.items;
    for (let at = block.at; at < block.at + block.items; at++) {
      row[at]!.x = x;
      x += row[at]!.wide + GAP;
    }
  }
}
