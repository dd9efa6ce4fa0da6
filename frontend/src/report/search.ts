// Which operations match what was typed. Texts are searched where each stands once; rows are then numbers only.
import { say } from "../shared/language";
import { INFINITY, NAN, type Operations, RAISED, UNFINISHED } from "./operations";

export const ORDERS = ["id", "time", "self", "bytes", "name", "from"] as const;
export const KINDS = ["visible", "all", "nonfinite", "raised"] as const;
export type Order = (typeof ORDERS)[number];

// The columns of a table of operations, and what each sorts by.
export const HEADS: [string, Order | null][] = [["id", "id"], [say("operation"), "name"], [say("inputs"), null], [say("result"), null], [say("time"), "time"], [say("from"), "from"]];
// Which operations such a table shows.
export const SHOWN: [(typeof KINDS)[number], string][] = [["visible", say("called by the program")], ["all", say("all, also those inside others")], ["nonfinite", say("made NaN or Inf")], ["raised", say("raised or never ended")]];

export interface Question {
  words: string;
  kinds: (typeof KINDS)[number];
  layer: string; // "" for all, in layers or not
  order: Order;
}

export function search(operations: Operations, question: Question): Uint32Array {
  const rows = matching(operations, question);
  if (question.order === "id") return rows;
  const keys = new Float64Array(operations.length);
  const key = {
    time: (row: number) => operations.duration[row]!,
    self: (row: number) => operations.self(row),
    bytes: (row: number) => operations.bytesIn[row]! + operations.bytesOut[row]!,
    name: byText(operations, (call) => operations.callName(call)),
    from: byText(operations, (call) => placeText(operations, call)),
  }[question.order];
  for (const row of rows) keys[row] = key(row);
  return rows.sort((first, second) => keys[second]! - keys[first]! || first - second);
}

// Texts are compared once for each kind of call; a row has the place of its text, from Z to A.
function byText(operations: Operations, text: (call: number) => string): (row: number) => number {
  const calls = Array.from({ length: operations.callCount }, (_, call) => text(call));
  const places = new Map([...new Set(calls)].sort().map((one, at) => [one, -at]));
  return (row) => places.get(calls[operations.call[row]!]!)!;
}

function placeText(operations: Operations, call: number): string {
  const place = operations.callPlace(call);
  return `${place.file}:${String(place.line).padStart(8, "0")}`;
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
