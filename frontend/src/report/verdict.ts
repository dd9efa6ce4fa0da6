// What is wrong with the run, one sentence a fault: the findings of `numscope check-up`.
import { h, name } from "../shared/element";
import { count, many, shortPath } from "../shared/format";
import { copyButton, editorLink } from "../shared/copy";
import type { Fault, Report } from "./answers";
import type { Source } from "./source";
import { say } from "../shared/language";

const FIRST = 3;

export function verdict(report: Pick<Report, "verdict" | "verdict_found" | "looked">, source: Source | null): HTMLElement {
  const shown = (fault: Fault): HTMLElement => card(fault, source);
  const { verdict: faults, verdict_found: found, looked } = report;
  if (found === 0) return h("div", { class: "verdict" }, h("p", { class: "good" }, say("Nothing was found in this run.")), kinds(looked));
  const rest = faults.slice(FIRST);
  return h("div", { class: "verdict" },
    faults.slice(0, FIRST).map(shown),
    rest.length > 0 && h("details", { class: "more" },
      h("summary", {}, found > faults.length ? say("{} more, of which {} are shown", count(found - FIRST), count(rest.length)) : say("{} more", count(found - FIRST))), rest.map(shown)),
  );
}

function kinds(looked: string[]): HTMLElement {
  return h("details", { class: "note" }, h("summary", {}, say("Looked for {} kinds of fault", count(looked.length))), name(looked.join(", ")));
}

function card(fault: Fault, source: Source | null): HTMLElement {
  const place = name(`${shortPath(fault.file)}:${fault.line}`);
  return h("article", { class: "card" },
    h("h2", {}, h("a", { href: `#op=${fault.operation}`, click: () => source?.reveal(fault.file, fault.line) }, place), copyButton(`${fault.file}:${fault.line}`, place, say("copy the place")), " ", editorLink(fault.file, fault.line), "  ", name(fault.kind),
      fault.calls > 1 && h("span", { class: "note" }, `  ${many(fault.calls, "time")}`)),
    fault.source !== "" && h("pre", { class: "source", tabindex: 0 }, name(fault.source)),
    h("p", {}, name(fault.problem)),
    h("p", { class: "fix" }, "\u2192 ", name(fault.fix)),
  );
}
