// Heads of a table that sort it: the first click puts the greatest first, or texts from A; the second turns that around.
import { h } from "./element";

export interface Head<Row> {
  text: string;
  key: (row: Row) => number | string;
}

// The row of heads; `show` gets the sorted rows at each click.
export function sortingHeads<Row>(heads: Head<Row>[], rows: () => Row[], show: (rows: Row[]) => void): HTMLElement {
  const cells = heads.map(({ text, key }) => {
    const cell = h("th", { scope: "col" }, h("button", { class: "sort", click: () => {
      const turned = cell.getAttribute("aria-sort") === direction(rows(), key);
      for (const other of cells) other.removeAttribute("aria-sort");
      const sorted = [...rows()].sort((first, second) => compare(key(first), key(second)));
      cell.setAttribute("aria-sort", turned ? opposite(direction(rows(), key)) : direction(rows(), key));
      show(turned ? sorted.reverse() : sorted);
    } }, text));
    return cell;
  });
  return h("tr", {}, cells);
}

function compare(first: number | string, second: number | string): number {
  return typeof first === "number" && typeof second === "number" ? second - first : String(first).localeCompare(String(second), "en");
}

function direction<Row>(rows: Row[], key: (row: Row) => number | string): string {
  return rows.length > 0 && typeof key(rows[0]!) === "number" ? "descending" : "ascending";
}

function opposite(direction: string): string {
  return direction === "descending" ? "ascending" : "descending";
}
