// Where the time went, and how the durations of an operation are spread.
import { h, name, replace } from "../shared/element";
import { count, many, percent, shortPath, size, time } from "../shared/format";
import type { Cost, Costs, Report } from "./answers";
import { sortingHeads } from "../shared/sorting";
import { COST_HEADS } from "./costs";
import { flame } from "./flame";
import { bars } from "./histogram";
import type { Operations } from "./operations";
import { say } from "../shared/language";

export function hotSection(report: Report, operations: Operations, searchFor: (words: string) => void): HTMLElement {
  const body = h("tbody");
  const more = h("p", { class: "told" });
  const spread = h("div", { class: "spread", "aria-live": "polite" });
  let shown: "operation" | "site" = "operation";
  const list = (costs: Cost[]): void => replace(body, costs.map((cost) => row(cost, shown, searchFor, () => durations(spread, operations, cost, shown))));
  const show = (by: "operation" | "site"): void => {
    const costs = report.hot[by];
    shown = by;
    list(costs.costs);
    replace(more, hidden(costs));
    const first = costs.costs.find((cost) => cost.calls > 2);
    if (first !== undefined) durations(spread, operations, first, by);
    else replace(spread);
  };
  const buttons = (["operation", "site"] as const).map((by) =>
    h("button", { class: "tab", "aria-pressed": String(by === "operation"), click: (event: Event) => {
      for (const button of buttons) button.setAttribute("aria-pressed", String(button === event.currentTarget));
      show(by);
    } }, by === "operation" ? say("by operation") : say("by line of the program")));
  show("operation");
  return h("section", { id: "hot", "aria-labelledby": "hot-title" },
    h("h2", { id: "hot-title" }, say("Where the time went")),
    h("div", { class: "tools" }, buttons),
    h("div", { class: "beside" },
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": say("Costs") }, h("table", { class: "hot" },
        h("thead", {}, sortingHeads(COST_HEADS, () => report.hot[shown].costs, list)),
        body,
      )),
      spread,
    ),
    more,
    h("h3", {}, say("Flame graph")),
    flame(operations, searchFor),
  );
}

function row(cost: Cost, by: string, searchFor: (words: string) => void, look: () => void): HTMLElement {
  const text = by === "site" ? shortSite(cost.group) : cost.group;
  return h("tr", { mouseenter: look },
    h("th", { scope: "row" }, h("button", { class: "link", focus: look, click: () => searchFor(by === "site" ? shortSite(cost.group) : cost.group), title: say("Find its calls") }, name(text)), cost.raised > 0 && h("span", { class: "mark" }, say("{} raised", count(cost.raised)))),
    h("td", {}, count(cost.calls)),
    h("td", {}, time(cost.self_ns)),
    h("td", { class: "share" }, bar(cost.share), h("span", {}, percent(cost.share))),
    h("td", {}, time(cost.total_ns)),
    h("td", {}, size(cost.bytes_in + cost.bytes_out)),
  );
}

function bar(share: number): HTMLElement {
  const element = h("span", { class: "bar", "aria-hidden": "true" });
  element.style.setProperty("--share", String(share));
  return element;
}

function hidden(costs: Costs): string {
  const rest = costs.groups - costs.costs.length;
  return rest > 0 ? say("{} more; numscope top shows them all.", many(rest, "row")) : "";
}

function shortSite(site: string): string {
  return shortPath(site);
}

// Durations over all calls, each bar twice as long as the one before.
function durations(into: HTMLElement, operations: Operations, cost: Cost, by: "operation" | "site"): void {
  const wanted = new Uint8Array(operations.callCount);
  for (let call = 0; call < wanted.length; call++) {
    const place = operations.callPlace(call);
    const group = by === "operation" ? operations.callName(call) : `${place.file}:${place.line}`;
    wanted[call] = group === cost.group ? 1 : 0;
  }
  const counts: number[] = [];
  let low = 64;
  let high = 0;
  for (let row = 0; row < operations.length; row++) {
    const duration = operations.duration[row]!;
    if (wanted[operations.call[row]!] === 0 || duration < 0) continue;
    const at = duration < 1 ? 0 : Math.floor(Math.log2(duration));
    counts[at] = (counts[at] ?? 0) + 1;
    low = Math.min(low, at);
    high = Math.max(high, at);
  }
  if (high <= low) return replace(into); // one bar tells nothing
  const shown = Array.from({ length: high - low + 1 }, (_, at) => counts[low + at] ?? 0);
  replace(into, h("h3", {}, say("Durations of "), name(by === "site" ? shortSite(cost.group) : cost.group)),
    bars(shown, time(2 ** low), time(2 ** (high + 1)), say("calls, by how long they took; each bar is twice as long as the one before")));
}
