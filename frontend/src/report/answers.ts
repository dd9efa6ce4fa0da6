// What views/report.py puts into the page.

export interface Process {
  id: number;
  pid: number | null;
  argv: string[];
  python: string;
  numpy: string;
  started_ns: number;
  ended_ns: number | null;
  operations: number;
  left_out: number;
  stop_reason: string | null;
}

export interface Overview {
  name: string;
  command: string[];
  values: string;
  operations: number;
  user_visible: number;
  threads: number;
  started_ns: number;
  span_ns: number;
  self_ns: number;
  bytes_moved: number;
  kept_values: number;
  kept_bytes: number;
  raised: number;
  unfinished: number;
  processes: Process[];
  problems: string[];
}

export interface Cost {
  group: string;
  calls: number;
  total_ns: number;
  self_ns: number;
  share: number;
  bytes_in: number;
  bytes_out: number;
  raised: number;
}

export interface Costs {
  costs: Cost[];
  groups: number;
}

// An operation that a finding leads to.
export interface Named {
  id: number;
  name: string;
  file: string | null;
  line: number | null;
  source: string;
}

export interface Origin {
  id: number;
  name: string;
  kind: "made" | "given" | "read" | "appeared" | "uninitialised";
  times: number;
  cause: string | null;
  advice: string | null;
  place: string | null;
  forward: Named | null;
  nans: number;
  infinities: number;
  file: string | null;
  line: number | null;
  source: string;
  call: string;
  elements: { index: number[]; value: string; inputs: string[] }[];
  producers: { id: number; name: string }[];
  poisoned: number;
  poisoned_results: number;
  poisoned_whole: boolean;
  first_nan: Named | null;
  reproducing: { script: string; test: string | null } | null;
}

export interface Nonfinite {
  found: number;
  allowed: number;
  contained: number;
  handled: number;
  imported: number;
  origins: Origin[];
}

export interface Advice {
  kind: string;
  file: string;
  line: number;
  calls: number;
  cost_ns: number;
  cost_bytes: number;
  cost: string;
  problem: string;
  fix: string;
  source: string;
  examples: number[];
}

// A fault of one line, with its numbers and what to do.
export interface Fault {
  kind: string;
  file: string;
  line: number;
  calls: number;
  operation: number;
  problem: string;
  fix: string;
  source: string;
}

export interface Report {
  overview: Overview;
  trace: string;
  verdict: Fault[];
  verdict_found: number;
  looked: string[];
  hot: { operation: Costs; site: Costs };
  nonfinite: Nonfinite | null;
  advice: Advice[];
  advice_found: number;
  flow_of: number;
  models: number;
}

// A line of the program; without `calls` it made none.
export type SourceLine = { number: number; source: string; calls: undefined } | CalledLine;

interface CalledLine {
  number: number;
  source: string;
  calls: number;
  duration_ns: number;
  share: number;
  bytes: number;
  raised: boolean;
  nan: number;
  inf: number;
  last: number;
  gave: string;
}

export interface SourceFile {
  path: string;
  whole: boolean;
  lines: SourceLine[];
}

export interface Histogram {
  low: number;
  high: number;
  counts: number[];
  counted: number;
}

export interface Statistics {
  minimum: number | string;
  maximum: number | string;
  mean: number | string;
  deviation: number | string;
  zeros: number;
  nans: number;
  positive_infinities: number;
  negative_infinities: number;
}

export interface Operand {
  role: string;
  place: string;
  text: string;
  dtype?: string;
  shape?: number[] | null;
  strides?: number[] | null;
  statistics?: Statistics | null;
  hash?: string | null;
  value?: string;
  missing?: string;
  histogram?: Histogram | null;
}

export interface Site {
  file: string;
  line: number;
  function: string | null;
  source: string;
}

export interface Described {
  how: string;
  floating: string[];
  site: Site | null;
  inner: Site | null;
  operands: Operand[];
  more: number;
}

// What a layer holds and costs in one call of its model.
export interface LayerRow {
  given: [string, number[]][];
  returned: [string, number[]][];
  parameters: number;
  trainable: number;
  flops_forward: number;
  flops_backward: number | null;
  made_bytes: number;
  forward_ns: number;
  backward_ns: number | null;
  share: number;
}

// Ends of lines: places of boxes, or -1 for what lies outside of the box.
export interface ModelLine {
  source: number;
  target: number;
  tensors: string[];
}

export interface ModelBox {
  parent: number;
  kind: "layer" | "repeated" | "operation" | "input" | "result";
  label: string;
  detail: string;
  row: LayerRow | null;
  times: number;
  operation: number | null;
  marks: string[];
  inside: number[];
  lines: ModelLine[];
}

export interface ModelGraph {
  model: string;
  boxes: ModelBox[];
}
