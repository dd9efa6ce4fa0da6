// The recorded operations as columns, and what is asked of them by row.
import { type Numbers, loadColumn, loadDocument } from "../shared/blocks";
import type { Described } from "./answers";
import { Layers } from "./layers";

const PER_BLOCK = 200; // as _PER_BLOCK in views/report.py
export const NAN = 1;
export const INFINITY = 2;
export const RAISED = 4;
export const UNFINISHED = 8;

interface Calls {
  texts: string[];
  columns: Record<"name" | "file" | "function" | "how" | "process" | "thread" | "depth" | "line" | "floating_point", number[]> & {
    visible: boolean[];
  };
}

export interface Place {
  file: string;
  line: number;
  function: string;
}

export class Operations {
  private constructor(
    readonly ids: Numbers,
    readonly call: Numbers,
    readonly start: Numbers,
    readonly duration: Numbers,
    private readonly inner: Numbers,
    private readonly back: Numbers,
    readonly bytesIn: Numbers,
    readonly bytesOut: Numbers,
    readonly flags: Numbers,
    private readonly signature: Numbers,
    private readonly described: Numbers,
    private readonly calls: Calls,
    private readonly signatures: [string, string][],
    private readonly exceptions: Record<string, string>,
    readonly layers: Layers,
  ) {}

  static async load(): Promise<Operations> {
    const names = ["ids", "call", "start", "duration", "inner", "parent", "bytes_in", "bytes_out", "flags", "signature", "described"];
    const [columns, calls, signatures, exceptions, layers] = await Promise.all([
      Promise.all(names.map(loadColumn)),
      loadDocument<Calls>("calls"),
      loadDocument<[string, string][]>("signatures"),
      loadDocument<Record<string, string>>("exceptions"),
      Layers.load(),
    ]);
    const [ids, call, start, duration, inner, parent, bytesIn, bytesOut, flags, signature, described] = columns as [
      Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers,
    ];
    return new Operations(
      ids, call, start, duration, inner, parent, bytesIn, bytesOut, flags, signature, described,
      calls, signatures, exceptions, layers,
    );
  }

  get length(): number {
    return this.ids.length;
  }

  get callCount(): number {
    return this.calls.columns.name?.length ?? 0;
  }

  name(row: number): string {
    return this.callName(this.call[row]!);
  }

  callName(call: number): string {
    return this.calls.texts[this.calls.columns.name[call]!] ?? "?";
  }

  nameNumber(row: number): number {
    return this.calls.columns.name[this.call[row]!]!;
  }

  callPlace(call: number): Place {
    const { file, line, function: inside } = this.calls.columns;
    return {
      file: this.calls.texts[file[call]!] ?? "",
      line: line[call] ?? 0,
      function: this.calls.texts[inside[call]!] ?? "",
    };
  }

  place(row: number): Place {
    return this.callPlace(this.call[row]!);
  }

  depth(row: number): number {
    return this.calls.columns.depth[this.call[row]!]!;
  }

  callVisible(call: number): boolean {
    return this.calls.columns.visible[call] ?? false;
  }

  visible(row: number): boolean {
    return this.callVisible(this.call[row]!);
  }

  process(row: number): number {
    return this.calls.columns.process[this.call[row]!]!;
  }

  thread(row: number): number {
    return this.calls.columns.thread[this.call[row]!]!;
  }

  self(row: number): number {
    return this.duration[row]! - this.inner[row]!;
  }

  parent(row: number): number {
    return this.back[row] === 0 ? -1 : row - this.back[row]!;
  }

  signatureNumber(row: number): number {
    return this.signature[row]!;
  }

  get signatureTexts(): readonly [string, string][] {
    return this.signatures;
  }

  given(row: number): string {
    return this.signatures[this.signature[row]!]?.[0] ?? "";
  }

  gave(row: number): string {
    return this.exceptions[row] ?? this.signatures[this.signature[row]!]?.[1] ?? "";
  }

  exception(row: number): string | null {
    return this.exceptions[row] ?? null;
  }

  // The program's own call raised; an exception inside a library is the library's to catch.
  raisedToProgram(row: number): boolean {
    return (this.flags[row]! & RAISED) !== 0 && this.visible(row);
  }

  get raised(): number[] {
    return Object.keys(this.exceptions).map(Number);
  }

  threadOfCall(call: number): string {
    return `${this.calls.columns.process[call]} ${this.calls.columns.thread[call]}`;
  }

  // The row of the operation with this id, or -1.
  rowOf(id: number): number {
    const row = firstAtLeast(this.ids, id);
    return this.ids[row] === id ? row : -1;
  }

  // Operations that ran directly inside the one at `row`; the first few.
  children(row: number, most: number): number[] {
    const found: number[] = [];
    const end = this.duration[row]! < 0 ? Infinity : this.start[row]! + this.duration[row]!;
    const last = Math.min(this.length, row + 20_000);
    for (let next = row + 1; next < last && found.length < most && this.start[next]! <= end; next++) {
      if (this.parent(next) === row) found.push(next);
    }
    return found;
  }

  // Operands, values and histograms; null where the report has no room for them.
  async describe(row: number): Promise<Described | null> {
    const at = firstAtLeast(this.described, row);
    if (this.described[at] !== row) return null;
    const block = await loadDocument<Described[]>(`described-${Math.floor(at / PER_BLOCK)}`);
    return block[at % PER_BLOCK] ?? null;
  }
}

// The first place in rising `numbers` with a number of at least `wanted`.
export function firstAtLeast(numbers: Numbers, wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
