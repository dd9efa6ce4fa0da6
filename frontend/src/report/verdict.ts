// What is wrong with the run, one sentence a fault: the findings of `numscope check-up`.
import { h, name } from "../shared/element";
import { count, many, shortPath } from "../shared/format";
import type { Fault, Report } from "./answers";

const FIRST = 3;

export function verdict(report: Report): HTMLElement {
  const { verdict: faults, verdict_found: found, looked } = report;
  if (found === 0) return h("p", { class: "verdict good" }, "Nothing is wrong in this run.", h("span", { class: "note" }, ` Looked for: ${looked.join(", ")}.`));
  const rest = faults.slice(FIRST);
  return h("div", { class: "verdict" },
    faults.slice(0, FIRST).map(card),
    rest.length > 0 && h("details", { class: "more" },
      h("summary", {}, `${count(found - FIRST)} more${found > faults.length ? `, of which ${count(rest.length)} are shown` : ""}`), rest.map(card)),
  );
}

function card(fault: Fault): HTMLElement {
  return h("article", { class: "card" },
    h("h2", {}, h("a", { href: `#op=${fault.operation}` }, name(`${shortPath(fault.file)}:${fault.line}`)), "  ", name(fault.kind),
      fault.calls > 1 && h("span", { class: "note" }, `  ${many(fault.calls, "time")}`)),
    fault.source !== "" && h("pre", { class: "source", tabindex: 0 }, name(fault.source)),
    h("p", {}, name(fault.problem)),
    h("p", { class: "fix" }, "\u2192 ", name(fault.fix)),
  );
}
