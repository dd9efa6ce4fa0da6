// What the program could do faster.
import { h, name } from "../shared/element";
import { count, many, shortPath, size, time } from "../shared/format";
import type { Advice, Report } from "./answers";

export function adviceSection(report: Report): HTMLElement {
  const { advice, advice_found: found } = report;
  const told = found === 0 ? "Nothing in this run is worth a change." : `${many(found, "line")} could be faster${found > advice.length ? `; the costliest ${count(advice.length)} are shown` : ""}.`;
  return h("section", { id: "advice", "aria-labelledby": "advice-title" },
    h("h2", { id: "advice-title" }, "What could be faster"),
    h("p", { class: "told" }, told),
    advice.slice(0, 3).map(card),
    advice.length > 3 && h("details", { class: "more" }, h("summary", {}, `${count(advice.length - 3)} more`), advice.slice(3).map(card)),
  );
}

function card(advice: Advice): HTMLElement {
  return h("article", { class: "card" },
    h("h3", {}, `${advice.kind}: ${time(advice.cost_ns)}`, h("span", { class: "note" }, `  ${many(advice.calls, "call")}${advice.cost_bytes > 0 ? `, ${size(advice.cost_bytes)}` : ""}`)),
    h("p", { class: "site" }, name(`${shortPath(advice.file)}:${advice.line}`)),
    advice.source !== "" && h("pre", { class: "source", tabindex: 0 }, name(advice.source)),
    h("p", {}, name(advice.problem)),
    h("p", { class: "fix" }, "\u2192 ", name(advice.fix)),
    h("p", { class: "note" }, "cost: ", name(advice.cost), "; see ", advice.examples.flatMap((id, at) => [at > 0 && ", ", h("a", { href: `#op=${id}` }, `#${id}`)])),
  );
}
