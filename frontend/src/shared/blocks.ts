// Data of the page: base64 of gzip in inert script elements, unpacked when asked for.

interface ColumnLayout {
  count: number;
  width: number;
  differences: boolean;
  signed: boolean;
}

// A page that was cut short.
export class MissingData extends Error {
  constructor(readonly block: string) {
    super(`this page lacks its data (${block}): it seems to be cut short`);
  }
}

async function bytes(name: string): Promise<Uint8Array> {
  const element = document.getElementById(`block-${name}`);
  if (element === null) throw new MissingData(name);
  const text = element.textContent ?? "";
  element.textContent = ""; // let go of: each block is unpacked once
  const letters = atob(text);
  const packed = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) packed[at] = letters.charCodeAt(at);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const unpacked = new Map<string, Promise<unknown>>();

function once<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
  let value = unpacked.get(key);
  if (value === undefined) {
    value = make();
    unpacked.set(key, value);
  }
  return value as Promise<Value>;
}

export function loadDocument<Value>(name: string): Promise<Value> {
  return once(`document ${name}`, async () => JSON.parse(new TextDecoder().decode(await bytes(name))) as Value);
}

export type Numbers = Int32Array | Float64Array;

export function loadColumn(name: string): Promise<Numbers> {
  return once(`column ${name}`, async () => {
    const layouts = await loadDocument<Record<string, ColumnLayout>>("columns");
    const layout = layouts[name];
    if (layout === undefined) throw new Error(`this page lacks the column ${name}`);
    return decode(await bytes(name), layout);
  });
}

// The reverse of views/page/columns.py.
export function decode(data: Uint8Array, { count, width, differences, signed }: ColumnLayout): Numbers {
  // Sums of differences may outgrow what one difference needs.
  const numbers = width < 4 && !differences ? new Int32Array(count) : new Float64Array(count);
  // Up to three bytes fit a number that the engine adds fast; few columns need more.
  const second = width > 1 ? count : -1;
  const third = width > 2 ? 2 * count : -1;
  for (let row = 0; row < count; row++) {
    numbers[row] = data[row]! + (second < 0 ? 0 : data[second + row]! << 8) + (third < 0 ? 0 : data[third + row]! << 16);
  }
  for (let plane = 3, weight = 2 ** 24; plane < width; plane++, weight *= 256) {
    for (let row = 0, at = plane * count; row < count; row++, at++) numbers[row]! += data[at]! * weight;
  }
  let before = 0;
  if (!signed && !differences) return numbers;
  for (let row = 0; row < count; row++) {
    let value = numbers[row]!;
    if (signed) value = value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    if (differences) value = before += value;
    numbers[row] = value;
  }
  return numbers;
}
