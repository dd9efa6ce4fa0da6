// The columns of a table of costs, and what each sorts by.
import type { Cost } from "./answers";

export const COST_HEADS = [
  { text: "what", key: (cost: Cost) => cost.group },
  { text: "calls", key: (cost: Cost) => cost.calls },
  { text: "self", key: (cost: Cost) => cost.self_ns },
  { text: "share", key: (cost: Cost) => cost.share },
  { text: "total", key: (cost: Cost) => cost.total_ns },
  { text: "moved", key: (cost: Cost) => cost.bytes_in + cost.bytes_out },
];
