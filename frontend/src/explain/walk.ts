// What views/explain.py puts into the page.

export interface Line {
  number: number;
  pieces: [string, string][];
}

export interface Narration {
  first: number;
  last: number;
  texts: Record<string, string>;
}

export interface Source {
  name: string;
  readable: boolean;
  lines: Line[];
  narration: Narration[];
}

export interface Grid {
  role: string;
  name: string | null;
  dtype: string;
  shape: number[];
  shown: number[][] | null;
  cells: string[];
  tints: (number | null)[];
  missing: string | null;
}

export interface Window {
  shape: number[];
  offset: number;
  steps: number[];
  strides: number[];
}

export interface Buffer {
  length: number;
  item_bytes: number;
  before: Window;
  after: Window;
}

// What makes shapes fit: written behind the input of this number, whose shape it makes this one.
export interface Fix {
  operand: number;
  text: string;
  shape: number[];
  result: number[];
}

export interface Clash {
  axes: number[][];
  fix: Fix | null;
}

export interface Picture {
  kind: "broadcast" | "reduce" | "product" | "pick" | "assign" | "view" | "make" | "other";
  axes: number[];
  keepdims: boolean;
  picks: number[] | null;
  buffer: Buffer | null;
  new_nans: number;
  clash: Clash | null;
}

export interface Step {
  id: number;
  name: string;
  how: string;
  file: number;
  line: number;
  lines: [number, number];
  function: string | null;
  inputs: Grid[];
  outputs: Grid[];
  arguments: { name: string | null; text: string }[];
  picture: Picture;
  assigned: string | null;
  exception: string | null;
}

export interface Walk {
  title: string;
  language: string;
  of: number;
  sources: Source[];
  steps: Step[];
}
