// What the program could do faster.
import { h, name } from "../shared/element";
import { count, many, shortPath, size, time } from "../shared/format";
import type { Advice, Report } from "./answers";
import { say } from "../shared/language";

export function adviceSection(report: Report): HTMLElement {
  const { advice, advice_found: found } = report;
  const told = found === 0 ? say("Nothing in this run is worth a change.") : found > advice.length ? say("{} could be faster; the costliest {} are shown.", many(found, "line"), count(advice.length)) : say("{} could be faster.", many(found, "line"));
  return h("section", { id: "advice", "aria-labelledby": "advice-title" },
    h("h2", { id: "advice-title" }, say("What could be faster")),
    h("p", { class: "told" }, told),
    advice.slice(0, 3).map(card),
    advice.length > 3 && h("details", { class: "more" }, h("summary", {}, say("{} more", count(advice.length - 3))), advice.slice(3).map(card)),
  );
}

function card(advice: Advice): HTMLElement {
  return h("article", { class: "card" },
    h("h3", {}, name(advice.kind), `: ${time(advice.cost_ns)}`, h("span", { class: "note" }, `  ${many(advice.calls, "call")}${advice.cost_bytes > 0 ? `, ${size(advice.cost_bytes)}` : ""}`)),
    h("p", { class: "site" }, name(`${shortPath(advice.file)}:${advice.line}`)),
    advice.source !== "" && h("pre", { class: "source", tabindex: 0 }, name(advice.source)),
    h("p", {}, name(advice.problem)),
    h("p", { class: "fix" }, "\u2192 ", name(advice.fix)),
    h("p", { class: "note" }, say("cost: "), name(advice.cost), say("; see "), advice.examples.flatMap((id, at) => [at > 0 && ", ", h("a", { href: `#op=${id}` }, `#${id}`)])),
  );
}
