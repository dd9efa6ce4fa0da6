// Every operation, to search, sort and open.
import { h, name as named, replace } from "../shared/element";
import { count, time } from "../shared/format";
import { change, parameters } from "./address";
import { INFINITY, NAN, type Operations, RAISED } from "./operations";
import { Rows } from "./rows";
import { HEADS, KINDS, ORDERS, type Order, type Question, SHOWN, search } from "./search";
import { say } from "../shared/language";

const NARROW = window.matchMedia("(max-width: 760px)");

const NONE: Question = { words: "", kinds: "visible", layer: "", order: "id" };

export class Table {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  private readonly rows: Rows;
  private readonly told: HTMLElement;
  private found: Uint32Array = new Uint32Array();
  private question: Question = NONE;
  private asked = false;

  constructor(
    private readonly operations: Operations,
    open: (row: number) => void,
  ) {
    const layers = operations.layers.choices();
    this.input = h("input", {
      type: "search", id: "search", placeholder: layers.length > 0 ? say("name, file:line, shape, layer, #id \u2026") : say("name, file:line, shape, #id \u2026"), autocomplete: "off", spellcheck: "false",
      "aria-label": say("Search operations"), input: () => this.ask({ words: this.input.value }),
    });
    this.told = h("p", { class: "told", role: "status", id: "found" });
    this.rows = new Rows("operations-rows", say("Operations"), () => (NARROW.matches ? 52 : 30), (at) => this.row(at), (at) => open(this.found[at]!));
    NARROW.addEventListener("change", () => this.rows.resize(this.found.length));
    const kinds = choice("kinds", say("Show"), SHOWN, (value) => this.ask({ kinds: value as Question["kinds"] }));
    const layer = layers.length > 0 && choice("layer", say("Layer"), [["", say("all")], ...layers.map((one): [string, string] => [one, one])], (value) => this.ask({ layer: value }));
    const order = choice("order", say("Order"), [["id", say("as they began")], ["time", say("slowest first")], ["self", say("slowest by themselves")], ["bytes", say("most bytes first")], ["name", say("by name")], ["from", say("by line of the program")]], (value) => this.ask({ order: value as Question["order"] }));
    const head = h("div", { class: "row head" }, HEADS.map(([text, by]) => h("span", {}, by === null ? text : h("button", { class: "sort", title: say("Sort"), click: () => this.sort(by) }, text))));
    // The columns of the head stand over those of the rows, whatever room the scroll bar takes.
    new ResizeObserver(() => { head.style.paddingRight = `${11 + this.rows.element.offsetWidth - this.rows.element.clientWidth}px`; }).observe(this.rows.element);
    this.element = h("div", { class: "table" }, h("div", { class: "tools" }, this.input, kinds, layer, order), this.told, head, this.rows.element);
    this.restore();
  }

  // Ask what the address says.
  restore(): void {
    const wanted = parameters();
    const layer = wanted.get("layer") ?? "";
    const question: Question = {
      words: wanted.get("q") ?? "",
      kinds: KINDS.find((one) => one === wanted.get("show")) ?? NONE.kinds,
      order: ORDERS.find((one) => one === wanted.get("order")) ?? NONE.order,
      layer: this.operations.layers.choices().includes(layer) ? layer : "",
    };
    const before = JSON.stringify(this.question);
    this.question = question;
    this.write();
    if (!this.asked || JSON.stringify(question) !== before) this.find();
  }

  // Put what is asked into the address.
  remember(): void {
    const { words, kinds, order, layer } = this.question;
    change({ q: words, show: kinds === NONE.kinds ? "" : kinds, order: order === NONE.order ? "" : order, layer });
  }

  private sort(order: Order): void {
    this.element.querySelector<HTMLSelectElement>("#order")!.value = order;
    this.ask({ order });
  }

  private find(): void {
    this.asked = true;
    this.found = search(this.operations, this.question);
    replace(this.told, say("{} of {} operations", count(this.found.length), count(this.operations.length)));
    this.rows.resize(this.found.length);
  }

  ask(part: Partial<Question>): void {
    this.question = { ...this.question, ...part };
    this.find();
    this.remember();
  }

  // Bring the operation at `row` into sight; the list is widened to all where it would be missing.
  reveal(row: number): void {
    let at = this.found.indexOf(row);
    if (at < 0) {
      this.searchAll("");
      at = this.found.indexOf(row);
    }
    this.rows.select(at);
  }

  // Search all operations, whatever was chosen before; the order stays.
  searchAll(words: string): void {
    this.show({ words, kinds: "all", order: this.question.order });
  }

  // Ask this, whatever was asked before.
  show(part: Partial<Question>): void {
    this.question = { ...NONE, ...part };
    this.write();
    this.find();
    this.remember();
  }

  // Show what is asked in the search and the choices.
  private write(): void {
    this.input.value = this.question.words;
    for (const id of ["kinds", "order", "layer"] as const) {
      const select = this.element.querySelector<HTMLSelectElement>(`#${id}`);
      if (select !== null) select.value = this.question[id];
    }
  }

  // The next or previous operation of the list, as seen from `row`.
  beside(row: number, step: number): number {
    const at = this.found.indexOf(row);
    return at < 0 ? -1 : (this.found[at + step] ?? -1);
  }

  focus(): void {
    this.input.focus();
    this.input.select();
  }

  private row(at: number): HTMLElement {
    const row = this.found[at]!;
    const operations = this.operations;
    const flags = operations.flags[row]!;
    const place = operations.place(row);
    const marks = [
      (flags & NAN) !== 0 && h("span", { class: "mark bad" }, "NaN"),
      (flags & INFINITY) !== 0 && h("span", { class: "mark bad" }, "Inf"),
      (flags & RAISED) !== 0 && h("span", { class: operations.raisedToProgram(row) ? "mark bad" : "mark" }, say("raised")),
    ];
    const depth = Math.min(operations.depth(row), 8);
    return h("div", { class: operations.visible(row) ? "row" : "row inside" },
      cell("id", String(operations.ids[row])),
      h("span", { class: "name", role: "gridcell" }, depth > 0 && h("span", { class: "indent" }, "\u00b7".repeat(depth)), named(cut(operations.name(row).replace(/^numpy\./, "")), { title: cut(operations.name(row)) }), marks),
      cell("given", cut(operations.given(row))),
      cell("gave", cut(operations.gave(row))),
      cell("time", time(operations.duration[row]!)),
      cell("from", place.file === "" ? "" : `${cut(place.file.split("/").pop() ?? "")}:${place.line}`),
    );
  }
}

function cell(kind: string, text: string): HTMLElement {
  return h("span", { class: kind, role: "gridcell" }, named(text));
}

function cut(text: string): string {
  return text.length > 240 ? `${text.slice(0, 240)}\u2026` : text;
}

function choice(id: string, label: string, options: [string, string][], chosen: (value: string) => void): HTMLElement {
  const select = h("select", { id }, options.map(([value, text]) => h("option", { value }, text)));
  select.addEventListener("change", () => chosen(select.value));
  return h("label", { class: "choice" }, h("span", {}, label), select);
}
