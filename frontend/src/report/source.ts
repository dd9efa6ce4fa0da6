// The program's own source, each line with its time, bytes, calls, what it gave last, and what is wrong with it.
import { type Child, h, name, replace } from "../shared/element";
import { count, percent, shortPath, size, time } from "../shared/format";
import type { Advice, Report, SourceFile, SourceLine } from "./answers";
import { say } from "../shared/language";

const HEADS = [say("time"), say("moved"), say("line"), say("marks"), say("source, and what the last call gave")];

// The findings that lines are marked with.
export type Marked = Pick<Report, "verdict"> & { advice: Pick<Advice, "kind" | "file" | "line" | "problem">[] };

export class Source {
  readonly element: HTMLElement;
  private readonly listing = h("div", { class: "listing scroll", tabindex: 0, role: "region", "aria-label": say("Source of the program") });
  private readonly choice: HTMLSelectElement;
  private readonly marks: Map<string, Child[]>;
  private shown = -1;

  constructor(private readonly files: SourceFile[], report: Marked) {
    this.marks = marks(report);
    this.choice = h("select", { id: "file" }, files.map((file, at) => h("option", { value: String(at) }, shortPath(file.path))));
    this.choice.addEventListener("change", () => this.show(Number(this.choice.value)));
    this.element = h("div", { class: "program" },
      h("div", { class: "tools" }, h("label", { class: "choice" }, h("span", {}, say("File")), this.choice)), this.listing,
      h("p", { class: "note legend-of-source" }, h("span", { class: "heat swatch" }), say("share of the time  "), h("span", { class: "mark bad" }, "NaN"), say(" in results of the line, or a finding  "), h("span", { class: "mark slow" }, say("slow")), say(" advice  "), h("span", { class: "how" }, say("A line number opens its last call."))));
    const first = report.verdict.find((fault) => this.has(fault.file));
    if (first !== undefined) this.reveal(first.file, first.line);
    else this.show(0);
  }

  has(file: string): boolean {
    return this.files.some((one) => one.path === file);
  }

  // Bring a line into sight and mark it.
  reveal(file: string, line: number): void {
    const at = this.files.findIndex((one) => one.path === file);
    if (at < 0) return;
    this.show(at);
    const row = this.listing.querySelector<HTMLElement>(`[data-line="${line}"]`);
    for (const other of this.listing.querySelectorAll(".chosen")) other.classList.remove("chosen");
    if (row === null) return;
    row.classList.add("chosen");
    // Before the page is shown nothing has a place yet.
    requestAnimationFrame(() => { this.listing.scrollTop = row.offsetTop - this.listing.clientHeight / 3; });
  }

  private show(at: number): void {
    const file = this.files[at];
    if (file === undefined || at === this.shown) return;
    this.shown = at;
    this.choice.value = String(at);
    const rows: HTMLElement[] = [];
    let last = 0;
    for (const line of file.lines) {
      if (line.number > last + 1) rows.push(h("tr", { class: "gap" }, h("td", { colspan: HEADS.length }, "\u22ee")));
      last = line.number;
      rows.push(this.row(file.path, line));
    }
    replace(this.listing,
      !file.whole && h("p", { class: "note" }, say("Only the lines that made calls are here.")),
      h("table", {}, h("thead", {}, h("tr", {}, HEADS.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows)));
    this.listing.scrollTop = 0;
  }

  private row(path: string, line: SourceLine): HTMLElement {
    const wrong = this.marks.get(`${path}:${line.number}`);
    const source = h("code", {}, name(line.source));
    if (line.calls === undefined) return h("tr", { "data-line": line.number }, h("td"), h("td"), h("td", { class: "number" }, line.number), h("td"), h("td", {}, source, wrong));
    const cost = h("td", { class: "heat", title: say("{} of the time, {} calls", percent(line.share), count(line.calls)) }, time(line.duration_ns));
    cost.style.setProperty("--heat", String(Math.sqrt(line.share)));
    return h("tr", { "data-line": line.number },
      cost,
      h("td", {}, line.bytes > 0 ? size(line.bytes) : ""),
      h("td", { class: "number" }, h("a", { href: `#op=${line.last}`, title: say("The last call of this line") }, line.number)),
      h("td", {},
        line.nan > 0 && h("span", { class: "mark bad", title: say("in {} of {} calls", count(line.nan), count(line.calls)) }, "NaN"),
        line.inf > 0 && h("span", { class: "mark bad", title: say("in {} of {} calls", count(line.inf), count(line.calls)) }, "Inf"),
        line.raised && h("span", { class: "mark bad", title: say("an exception") }, say("raised"))),
      h("td", {}, source, line.gave !== "" && h("span", { class: "gave" }, name(line.gave)), wrong),
    );
  }
}

// By file and line: the kinds of the check-up's findings, and of advice.
function marks(report: Marked): Map<string, Child[]> {
  const found = new Map<string, Child[]>();
  const add = (file: string, line: number, kind: string, why: string, mark: string): void => {
    const place = `${file}:${line}`;
    found.set(place, [...(found.get(place) ?? []), h("span", { class: mark, title: why }, name(kind))]);
  };
  for (const fault of report.verdict) add(fault.file, fault.line, fault.kind, fault.problem, "mark bad");
  for (const advice of report.advice) add(advice.file, advice.line, advice.kind, advice.problem, "mark slow");
  return found;
}
