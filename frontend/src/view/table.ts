// The operations of one run, page by page, as the server finds them.
import { h, name, replace } from "../shared/element";
import { count, shortPath, time } from "../shared/format";
import { change, changed, parameters } from "../report/address";
import { HEADS, SHOWN } from "../report/search";
import { type Row, operations } from "./api";
import { say } from "../shared/language";

const ROWS = 100;

export class Operations {
  readonly element: HTMLElement;
  private readonly body = h("tbody");
  private readonly told = h("p", { class: "told", role: "status", id: "found" });
  private readonly input: HTMLInputElement;
  private readonly turns: { button: HTMLButtonElement; by: number }[] = [];
  private asked = 0;

  constructor(private readonly run: number) {
    this.input = h("input", { type: "search", id: "search", placeholder: say("name, file:line, exception, #id \u2026"), autocomplete: "off", spellcheck: "false", "aria-label": say("Search operations"), change: () => this.ask({ q: this.input.value, first: "" }) });
    const shown = h("select", { id: "kinds" }, SHOWN.map(([value, text]) => h("option", { value }, text)));
    shown.addEventListener("change", () => this.ask({ show: shown.value, first: "" }));
    this.input.value = parameters().get("q") ?? "";
    shown.value = parameters().get("show") ?? "visible";
    this.element = h("section", { id: "operations", "aria-labelledby": "operations-title" },
      h("h2", { id: "operations-title" }, say("Operations")),
      h("div", { class: "tools" }, this.input, h("label", { class: "choice" }, h("span", {}, say("Show")), shown), this.turning(say("Previous page"), say("Next page")), this.told),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": say("Page of operations") }, h("table", { class: "operations" },
        h("thead", {}, h("tr", {}, HEADS.map(([text, by]) => h("th", { scope: "col" }, by === null ? text : h("button", { class: "sort", click: () => this.ask({ order: by, first: "" }) }, text))))),
        this.body)),
      // A hundred rows are longer than a screen: who has read them turns the page where they end.
      h("div", { class: "tools" }, this.turning(say("Previous page, from below"), say("Next page, from below"), true)));
    this.ask({});
  }

  private turning(back: string, on: string, below = false): HTMLButtonElement[] {
    return ([[-ROWS, back, "\u2039"], [ROWS, on, "\u203a"]] as const).map(([by, label, sign]) => {
      const button = h("button", { click: () => this.turn(by, below), "aria-label": label, disabled: true }, sign);
      this.turns.push({ button, by });
      return button;
    });
  }

  private turn(by: number, below: boolean): void {
    const first = Number(parameters().get("first") ?? 0) + by;
    if (below) this.element.scrollIntoView();
    this.ask({ first: first <= 0 ? "" : String(first) });
  }

  private ask(part: Record<string, string>): void {
    change(part);
    void this.find();
  }

  private async find(): Promise<void> {
    const asked = ++this.asked;
    const wanted = parameters();
    const first = Number(wanted.get("first") ?? 0);
    const query = Object.fromEntries(["q", "show", "order", "first"].flatMap((one) => (wanted.has(one) ? [[one, wanted.get(one)!]] : [])));
    try {
      const page = await operations(this.run, { ...query, count: String(ROWS) });
      if (asked !== this.asked) return; // the reader asked for something else meanwhile
      replace(this.told, page.matching === 0 ? say("none") : say("{} to {} of {}", count(first + 1), count(first + page.rows.length), count(page.matching)));
      replace(this.body, page.rows.map(rowOf));
      for (const { button, by } of this.turns) button.disabled = by < 0 ? first === 0 : first + ROWS >= page.matching;
    } catch (error) {
      replace(this.told, error instanceof Error ? error.message : String(error));
    }
  }
}

function rowOf(row: Row): HTMLElement {
  return h("tr", {},
    h("td", {}, h("a", { href: `#${changed({ op: String(row.id) })}` }, row.id)),
    h("td", {}, name(row.name), row.nonfinite !== "" && h("span", { class: "mark bad" }, row.nonfinite), row.raised && h("span", { class: row.visible ? "mark bad" : "mark" }, say("raised"))),
    h("td", {}, name(row.given)),
    h("td", {}, name(row.gave)),
    h("td", {}, time(row.duration_ns)),
    h("td", {}, row.file === "" ? "" : name(`${shortPath(row.file)}:${row.line}`)),
  );
}
