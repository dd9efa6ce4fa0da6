// The columns of a table of costs, and what each sorts by.
import type { Cost } from "./answers";
import { say } from "../shared/language";

export const COST_HEADS = [
  { text: say("what"), key: (cost: Cost) => cost.group },
  { text: say("calls"), key: (cost: Cost) => cost.calls },
  { text: say("self"), key: (cost: Cost) => cost.self_ns },
  { text: say("share"), key: (cost: Cost) => cost.share },
  { text: say("total"), key: (cost: Cost) => cost.total_ns },
  { text: say("moved"), key: (cost: Cost) => cost.bytes_in + cost.bytes_out },
];
