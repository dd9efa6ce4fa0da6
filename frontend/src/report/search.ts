// Which operations match what was typed. Texts are searched where each stands once; rows are then numbers only.
import { INFINITY, NAN, type Operations, RAISED, UNFINISHED } from "./operations";

export interface Question {
  words: string;
  kinds: "visible" | "all" | "nonfinite" | "raised";
  layer: string; // "" for all, in layers or not
  order: "id" | "time" | "self" | "bytes";
}

export function search(operations: Operations, question: Question): Uint32Array {
  const rows = matching(operations, question);
  if (question.order === "id") return rows;
  const keys = new Float64Array(operations.length);
  const key = {
    time: (row: number) => operations.duration[row]!,
    self: (row: number) => operations.self(row),
    bytes: (row: number) => operations.bytesIn[row]! + operations.bytesOut[row]!,
  }[question.order];
  for (const row of rows) keys[row] = key(row);
  return rows.sort((first, second) => keys[second]! - keys[first]! || first - second);
}

function matching(operations: Operations, { words, kinds, layer }: Question): Uint32Array {
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const byCall = wanted.map((word) => marked(operations.callCount, (call) => callText(operations, call).includes(word)));
  const texts = operations.signatureTexts;
  const bySignature = wanted.map((word) => marked(texts.length, (at) => texts[at]!.join(" ").toLowerCase().includes(word)));
  const byException = wanted.map(
    (word) => new Set(operations.raised.filter((row) => (operations.exception(row) ?? "").toLowerCase().includes(word))),
  );
  const { layers } = operations;
  const byLayer = wanted.map((word) => marked(layers.all.length + 1, (at) => at > 0 && layers.all[at - 1]!.label.toLowerCase().includes(word)));
  const within = layer === "" ? null : layers.within(layer);
  const visible = marked(operations.callCount, (call) => operations.callVisible(call));
  const bits = { visible: 0, all: 0, nonfinite: NAN | INFINITY, raised: RAISED | UNFINISHED }[kinds];
  const rows = new Uint32Array(operations.length);
  let found = 0;
  const { call, flags } = operations;
  next: for (let row = 0; row < rows.length; row++) {
    if (bits !== 0 ? (flags[row]! & bits) === 0 : kinds === "visible" && visible[call[row]!] === 0) continue;
    const number = layers.number(row);
    if (within !== null && within[number] === 0) continue;
    for (let at = 0; at < wanted.length; at++) {
      const hit =
        byCall[at]![call[row]!] === 1 ||
        bySignature[at]![operations.signatureNumber(row)] === 1 ||
        byLayer[at]![number] === 1 ||
        byException[at]!.has(row) ||
        wanted[at] === `#${operations.ids[row]!}`;
      if (!hit) continue next;
    }
    rows[found++] = row;
  }
  return rows.subarray(0, found);
}

function callText(operations: Operations, call: number): string {
  const place = operations.callPlace(call);
  return `${operations.callName(call)} ${place.file}:${place.line} ${place.function}`.toLowerCase();
}

function marked(length: number, test: (at: number) => boolean): Uint8Array {
  const marks = new Uint8Array(length);
  for (let at = 0; at < length; at++) marks[at] = test(at) ? 1 : 0;
  return marks;
}
