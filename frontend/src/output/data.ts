// What numscope sends to a notebook beside HTML and text (src/numscope/views/cell_output.py): one shape, drawn by the
// renderers of JupyterLab and VS Code.

export const MIME = "application/vnd.numscope.output.v1+json";

// `file` is a cell, `In [3]`, or a path; a relative one begins at the kernel's folder.
export interface Place {
  text: string;
  file: string;
  line: number;
}

export type Cell = string | Place | { text: string; value: number } | { text: string; bad: boolean };

export interface Finding {
  place: Place;
  kind: string;
  times: number;
  source: string;
  problem: string;
  fix: string;
}

export type Block =
  | { kind: "table"; heads: string[]; rows: Cell[][] }
  | { kind: "findings"; findings: Finding[]; looked: string }
  | { kind: "whole"; name: string; place: Place | ""; text: string };

export interface Output {
  title: string;
  blocks: Block[];
  note: string;
}

// The number of the cell that a place is in; null if it is in a file.
export function cellNumber(place: Place): number | null {
  const found = /^In \[(\d+)\]$/.exec(place.file);
  return found === null ? null : Number(found[1]);
}
