// One operation whole, beside the page.
import { copyButton } from "../shared/copy";
import { type Child, h, name, replace } from "../shared/element";
import { count, many, short, shortPath, time } from "../shared/format";
import type { Described, Operand, Site, Statistics } from "./answers";
import { link } from "./findings";
import { bars } from "./histogram";
import type { Operations } from "./operations";
import { say } from "../shared/language";

export interface Steps {
  close(): void;
  move(step: number): void;
  show(where: "timeline" | "graph", row: number): void;
}

export class Detail {
  readonly element: HTMLElement;
  row = -1;

  constructor(
    private readonly operations: Operations,
    private readonly trace: string,
    private readonly steps: Steps,
  ) {
    this.element = h("aside", { id: "detail", class: "detail", hidden: true, tabindex: -1, "aria-label": say("Operation") });
  }

  close(): void {
    this.row = -1;
    this.element.hidden = true;
    document.body.classList.remove("with-detail");
  }

  async open(row: number): Promise<void> {
    this.row = row;
    const described = await this.operations.describe(row);
    if (this.row !== row) return;
    replace(this.element, this.head(row), this.facts(row, described), ...this.operands(row, described), this.inside(row));
    this.element.hidden = false;
    this.element.scrollTop = 0;
    document.body.classList.add("with-detail");
  }

  private head(row: number): HTMLElement {
    const { steps } = this;
    return h("header", {},
      h("div", { class: "tools" },
        h("button", { class: "quiet", click: () => steps.move(-1), "aria-label": say("Previous operation (p)") }, "\u2039"),
        h("button", { class: "quiet", click: () => steps.move(1), "aria-label": say("Next operation (n)") }, "\u203a"),
        h("button", { class: "quiet", click: () => steps.show("timeline", row) }, say("timeline")),
        h("button", { class: "quiet", click: () => steps.show("graph", row) }, say("data flow")),
        h("button", { class: "quiet close", click: () => steps.close(), "aria-label": say("Close (Esc)") }, "\u00d7"),
      ),
      h("h2", {}, name(this.operations.name(row)), h("span", { class: "id" }, ` #${this.operations.ids[row]}`)),
    );
  }

  private facts(row: number, described: Described | null): HTMLElement {
    const operations = this.operations;
    const duration = operations.duration[row]!;
    const self = operations.self(row);
    const parent = operations.parent(row);
    const facts: [string, Child | Child[]][] = [];
    if (described?.site) facts.push([say("from"), site(described.site)]);
    else if (operations.place(row).file !== "") facts.push([say("from"), name(`${shortPath(operations.place(row).file)}:${operations.place(row).line}`)]);
    if (described?.inner) facts.push([say("directly from"), site(described.inner)]);
    const layer = operations.layers.label(row);
    if (layer !== null) facts.push([say("layer"), name(layer)]);
    const moment = operations.layers.moment(row);
    if (moment !== null) facts.push([say("in training"), moment]);
    facts.push([say("took"), time(duration) + (self !== duration && duration >= 0 ? say(", self {}", time(self)) : "")]);
    facts.push([say("began"), say("{} after the first", time(operations.start[row]!))]);
    facts.push([say("in thread"), say("{} of process {}", operations.thread(row), operations.process(row))]);
    if (described !== null) facts.push([say("called as"), name(described.how)]);
    if (described !== null && described.floating.length > 0) facts.push([say("floating point"), h("span", { class: "mark bad" }, name(described.floating.join(", ")))]);
    const exception = operations.exception(row);
    if (exception !== null) facts.push([operations.visible(row) ? say("raised") : say("raised inside"), h("span", { class: operations.visible(row) ? "raised" : "" }, name(exception))]);
    if (parent >= 0) facts.push([say("inside"), link(operations.ids[parent]!, operations.name(parent))]);
    return h("dl", { class: "facts" }, facts.flatMap(([label, value]) => [h("dt", {}, label), h("dd", {}, value)]));
  }

  private operands(row: number, described: Described | null): Child[] {
    if (described === null) {
      return [h("p", { class: "call" }, name(this.operations.given(row)), " \u2192 ", name(this.operations.gave(row))),
        h("p", { class: "note" }, say("The report describes only some operations whole. All of this one: "),
          h("code", {}, name(`numscope show ${this.trace} ${this.operations.ids[row]}`)))];
    }
    return [...described.operands.map(operandCard), described.more > 0 && h("p", { class: "note" }, say("{} more", many(described.more, "operand")))];
  }

  private inside(row: number): Child {
    const children = this.operations.children(row, 40);
    if (children.length === 0) return null;
    return h("div", { class: "card" }, h("h3", {}, say("Inside it")),
      h("ol", { class: "children" }, children.map((child) => h("li", {}, link(this.operations.ids[child]!, this.operations.name(child)), h("span", { class: "note" }, ` ${time(this.operations.duration[child]!)}`)))));
  }
}

function site(place: Site): Child[] {
  const shown = name(`${shortPath(place.file)}:${place.line}`);
  return [shown, copyButton(`${place.file}:${place.line}`, shown, say("copy the place")), place.function !== null && [say(" in "), name(place.function)].map((part) => part as Child),
    place.source !== "" && h("pre", { class: "source", tabindex: 0 }, name(place.source))].flat();
}

function role(found: string): string {
  return { input: say("input"), output: say("output"), mutated: say("mutated"), argument: say("argument"), out: "out", attribute: say("attribute") }[found] ?? found;
}

export function operandCard(operand: Operand): HTMLElement {
  const after = operand.role === "output" || operand.role === "mutated";
  return h("div", { class: after ? "card operand after" : "card operand" },
    h("h3", {}, h("span", { class: "role" }, `${role(operand.role)} `, name(operand.place)), " ", name(operand.text)),
    operand.shape !== undefined && operand.shape !== null && operand.shape.length > 0 && h("p", { class: "note" }, say("shape ({}), strides ({}) bytes", operand.shape.join(", "), operand.strides?.join(", ") ?? "?")),
    operand.statistics && statistics(operand.statistics),
    operand.histogram && bars(operand.histogram.counts, short(operand.histogram.low), short(operand.histogram.high), say("{} elements", count(operand.histogram.counted))),
    operand.value !== undefined && h("pre", { class: "value", tabindex: 0 }, name(operand.value)),
    operand.missing !== undefined && h("p", { class: "note" }, name(operand.missing)),
  );
}

function statistics(found: Statistics): HTMLElement {
  const numbers: [string, number | string][] = [["min", found.minimum], ["max", found.maximum], [say("mean"), found.mean], ["std", found.deviation], [say("zeros"), found.zeros]];
  const bad: [string, number][] = [["NaN", found.nans], ["+Inf", found.positive_infinities], ["\u2212Inf", found.negative_infinities]];
  return h("p", { class: "statistics" },
    numbers.map(([label, value]) => h("span", {}, h("span", { class: "label" }, label), ` ${short(value)}`)),
    bad.filter(([, number]) => number > 0).map(([label, number]) => h("span", { class: "mark bad" }, `${label} ${count(number)}`)),
  );
}
