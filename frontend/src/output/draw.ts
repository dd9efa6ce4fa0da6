// Draws an output below its cell, in the colours of the notebook that shows it.
import { type Child, h, name, replace } from "../shared/element";
import { sortingHeads } from "../shared/sorting";
import type { Block, Cell, Finding, Output, Place } from "./data";
import { STYLE } from "./style";

export type Open = (place: Place) => void;

// In a tree of its own, where no rule of the notebook's style sheets applies; their variables do.
export function draw(host: HTMLElement, output: Output, open: Open): void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.replaceChildren(h("style", {}, STYLE), h("div", { class: "output" },
    output.title !== "" && h("p", { class: "title" }, name(output.title)),
    output.blocks.map((block) => drawn(block, open)),
    output.note !== "" && h("p", { class: "note" }, name(output.note)),
  ));
}

function drawn(block: Block, open: Open): HTMLElement {
  switch (block.kind) {
    case "table": return table(block.heads, block.rows, open);
    case "findings": return findings(block.findings, block.looked, open);
    case "whole": return h("section", {},
      block.name !== "" && h("h3", {}, name(block.name), " ", block.place !== "" && placeButton(block.place, open)),
      h("pre", { tabindex: 0 }, name(block.text)));
    // A later numscope may send more than this renderer knows.
    default: return h("p", { class: "note" }, "This part needs a newer renderer of numscope.");
  }
}

function table(heads: string[], rows: Cell[][], open: Open): HTMLElement {
  const body = h("tbody");
  const show = (sorted: Cell[][]): void => replace(body, sorted.map((row) => h("tr", {}, row.map((cell) => cellOf(cell, open)))));
  show(rows);
  const columns = heads.map((text, at) => ({ text, key: (row: Cell[]) => key(row[at] ?? "") }));
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Operations" },
    h("table", {}, h("thead", {}, sortingHeads(columns, () => rows, show)), body));
}

function cellOf(cell: Cell, open: Open): HTMLElement {
  if (typeof cell === "string") return h("td", {}, name(cell));
  if ("file" in cell) return h("td", {}, placeButton(cell, open));
  if ("value" in cell) return h("td", { class: "number" }, name(cell.text));
  return h("td", { class: "bad" }, name(cell.text));
}

function key(cell: Cell): number | string {
  if (typeof cell === "string") return cell;
  if ("value" in cell) return cell.value;
  return "line" in cell ? `${cell.file}:${String(cell.line).padStart(9, "0")}` : cell.text;
}

function findings(found: Finding[], looked: string, open: Open): HTMLElement {
  if (found.length === 0) return h("p", { class: "good" }, "Nothing was found. ", h("span", { class: "note" }, `Looked for: ${looked}.`));
  return h("ol", {}, found.map((finding): Child => h("li", {},
    h("h3", {}, placeButton(finding.place, open), "  ", name(finding.kind), finding.times > 1 && h("span", { class: "note" }, `  ${finding.times.toLocaleString("en-US")} times`)),
    finding.source !== "" && h("pre", { tabindex: 0 }, name(finding.source)),
    h("p", {}, name(finding.problem)),
    h("p", { class: "fix" }, "\u2192 ", name(finding.fix)))));
}

function placeButton(place: Place, open: Open): HTMLElement {
  return h("button", { class: "place", title: `Open ${place.text}`, click: () => open(place) }, name(place.text));
}
