// The models of a run: boxes are layers and operations, those that are open hold others, lines are tensors.
import { loadDocument } from "../shared/blocks";
import { h, plain, replace, svg } from "../shared/element";
import { many, percent, size, time } from "../shared/format";
import { say } from "../shared/language";
import type { LayerRow, ModelBox, ModelGraph, ModelLine } from "./answers";
import { type Drawn, type Size, layered } from "./layout";
import { button, chosenBy, dragging, fit, head, through, whenNear, zoomKeys } from "./picture";
import { saveAsSvg } from "./saving";

const AT_FIRST = 40;
const AT_MOST = 400;
const OUTSIDE = -1;
const LETTER = 6.6;
const TEXT = 15;
const PAD = 10;
const HEAD = 42;
const LONGEST = 46;
const MARKS = 2;
const PORT: Size = [8, 0];

interface Frame {
  place: number;
  width: number;
  height: number;
  inside: Frame[];
  drawn: Drawn | null; // of an open box
}

export class Model {
  readonly element: HTMLElement;
  private readonly told = h("p", { class: "told", role: "status" });
  private readonly choice = h("select", { id: "which-model", "aria-label": say("Model"), change: () => this.choose(Number(this.choice.value)) });
  private readonly view = h("div", { class: "flow model", tabindex: 0, role: "region", "aria-label": say("Graph of the model") });
  private graphs: ModelGraph[] = [];
  private graph: ModelGraph | null = null;
  private open = new Set<number>();
  private zoom = 1;

  // show: opens an operation by its id.
  constructor(private readonly show: (id: number) => void) {
    this.element = h("section", { id: "model", "aria-labelledby": "model-title" },
      h("h2", { id: "model-title" }, say("Model")),
      h("p", { class: "note" }, say("Boxes are layers with what they hold and cost in one call, forward and backward; lines are tensors. Choose a box to unfold it; its head folds it again.")),
      h("div", { class: "tools" }, this.choice, button("+", say("Zoom in"), () => this.scale(1.25)), button("\u2212", say("Zoom out"), () => this.scale(0.8)), button(say("fold all"), say("Fold all layers"), () => this.choose(this.graphs.indexOf(this.graph!))), button("SVG", say("Save as SVG"), () => this.save()), this.told),
      this.view,
    );
    zoomKeys(this.view, (factor) => this.scale(factor));
    dragging(this.view);
    whenNear(this.element, () => void this.begin());
  }

  private async begin(): Promise<void> {
    this.graphs = await loadDocument<ModelGraph[]>("models");
    this.choice.append(...this.graphs.map(({ model }, at) => h("option", { value: at }, plain(model))));
    this.choice.hidden = this.graphs.length < 2;
    this.choose(0);
  }

  private choose(at: number): void {
    this.graph = this.graphs[at] ?? null;
    this.open = new Set([0]);
    // Unfold level by level, each as a whole, as long as the picture stays small; layers that are alike stay together.
    for (;;) {
      const next = this.visible().filter((place) => this.box(place).inside.length > 0 && this.box(place).kind !== "repeated");
      const more = next.reduce((sum, place) => sum + this.box(place).inside.length, 0);
      if (next.length === 0 || this.visible().length + more > AT_FIRST) break;
      next.forEach((place) => this.open.add(place));
    }
    this.draw();
  }

  private box(place: number): ModelBox {
    return this.graph!.boxes[place]!;
  }

  private visible(place = 0): number[] {
    return this.open.has(place) ? this.box(place).inside.flatMap((one) => this.visible(one)) : [place];
  }

  private scale(factor: number): void {
    this.zoom = Math.max(0.2, Math.min(2.5, this.zoom * factor));
    this.draw();
  }

  private save(): void {
    const picture = this.view.querySelector("svg");
    if (picture !== null) saveAsSvg(picture, `${this.graph!.model}.svg`);
  }

  private choosing(place: number): void {
    const box = this.box(place);
    if (this.open.has(place)) this.open.delete(place);
    else if (box.inside.length === 0) return box.operation === null ? undefined : this.show(box.operation);
    else if (this.visible().length + box.inside.length > AT_MOST) return replace(this.told, say("That would be {} nodes: fold something first.", this.visible().length + box.inside.length));
    else this.open.add(place);
    this.draw();
    this.view.querySelector<SVGElement>(`[data-place="${place}"]`)?.focus({ preventScroll: true });
  }

  private draw(): void {
    if (this.graph === null) return;
    const frame = this.frame(0);
    const [width, height] = [frame.width + 2 * PAD, frame.height + 2 * PAD];
    replace(this.view, svg("svg", { viewBox: `${-PAD} ${-PAD} ${width} ${height}`, width: width * this.zoom, height: height * this.zoom, role: "group", "aria-label": plain(this.graph.model) }, this.drawn(frame, 0, 0)));
    replace(this.told, say("{} of {} boxes", this.visible().length, this.graph.boxes.length));
  }

  // How large a box is, and where everything inside an open one lies.
  private frame(place: number): Frame {
    const box = this.box(place);
    if (!this.open.has(place)) {
      const texts = closedTexts(box);
      const longest = Math.max(...texts.map(([, text]) => text.length));
      return { place, width: Math.max(90, longest * LETTER + 2 * PAD), height: texts.length * TEXT + PAD, inside: [], drawn: null };
    }
    const inside = box.inside.map((one) => this.frame(one));
    const number = new Map(inside.map((one, at) => [one.place, at + 1]));
    const end = (line: ModelLine, at: "source" | "target"): number => (line[at] === OUTSIDE ? (at === "source" ? 0 : inside.length + 1) : number.get(line[at])!);
    const drawn = layered([PORT, ...inside.map((one): Size => [one.width, one.height]), PORT], box.lines.map((line) => ({ source: end(line, "source"), target: end(line, "target"), label: tensorsText(line) })));
    const heading = Math.max(...headTexts(box).map((text) => text.length)) * LETTER + 2 * PAD;
    const letsOut = box.lines.some((line) => line.target === OUTSIDE);
    return { place, width: Math.max(heading, drawn.width + 2 * PAD), height: drawn.height + HEAD + (letsOut ? 0 : PAD), inside, drawn };
  }

  private drawn(frame: Frame, x: number, y: number): SVGElement[] {
    const { drawn } = frame;
    if (drawn === null) return [this.closed(frame, x, y)];
    const box = this.box(frame.place);
    const left = x + (frame.width - drawn.width) / 2;
    const top = y + HEAD;
    return [
      svg("g", { ...this.answering(frame.place, "opened"), transform: `translate(${x} ${y})` },
        svg("rect", { class: "box", width: frame.width, height: frame.height, rx: 8 }),
        svg("rect", { class: "heading", width: frame.width, height: HEAD - 6, rx: 8 }),
        headTexts(box).map((text, at) => svg("text", { x: PAD, y: 16 + at * TEXT, class: at === 0 ? "label" : "fact" }, text)),
        this.tip(box)),
      ...box.lines.map((line, at) => edge(line, drawn.lines[at]!, left, top)),
      ...frame.inside.flatMap((one, at) => this.drawn(one, left + drawn.x[at + 1]!, top + drawn.y[at + 1]!)),
    ];
  }

  private closed(frame: Frame, x: number, y: number): SVGElement {
    const box = this.box(frame.place);
    const group = svg("g", { ...this.answering(frame.place, box.kind), transform: `translate(${x} ${y})` },
      box.kind === "repeated" && svg("rect", { class: "behind", x: 4, y: 4, width: frame.width, height: frame.height, rx: 7 }),
      svg("rect", { class: "box", width: frame.width, height: frame.height, rx: 7 }),
      closedTexts(box).map(([kind, text], at) => svg("text", { x: PAD, y: 16 + at * TEXT, class: kind }, text)),
      this.tip(box));
    if (box.row !== null) group.style.setProperty("--heat", percent(box.row.share).replace(" ", ""));
    return group;
  }

  private answering(place: number, kind: string): Record<string, string | number | ((event: never) => void)> {
    const box = this.box(place);
    const does = this.open.has(place) ? say("fold") : box.inside.length > 0 ? say("unfold") : say("open");
    const own = { class: `node ${kind}${box.marks.length > 0 ? " bad" : ""}`, "data-place": place, "aria-label": `${title(box)}, ${does}` };
    const acts = box.inside.length > 0 || box.operation !== null;
    return acts ? { ...own, tabindex: 0, role: "button", ...chosenBy(() => this.choosing(place)) } : { ...own, role: "img" };
  }

  private tip(box: ModelBox): SVGElement {
    const shapes = (named: [string, number[]][]): string => named.map(([of, shape]) => `${of} [${shape.join(", ")}]`.trim()).join(", ");
    const row = box.row === null ? "" : `${shapes(box.row.given)} \u2192 ${shapes(box.row.returned)}`;
    return svg("title", {}, [title(box), box.detail, row, ...box.marks].filter((text) => text !== "").map(plain).join("\n"));
  }
}

function title(box: ModelBox): string {
  const own = box.kind === "operation" ? box.label.replace(/^.*::/, "") : box.label;
  return plain(`${own}${box.times > 1 ? ` \u00d7${box.times}` : ""}`);
}

function tensorsText(line: ModelLine): string {
  return line.tensors.length === 1 ? line.tensors[0]! : many(line.tensors.length, "tensor");
}

function edge(line: ModelLine, drawn: Drawn["lines"][number], left: number, top: number): SVGElement {
  const points = drawn.points.map(([x, y]): [number, number] => [x + left, y + top]);
  return svg("g", { class: "edge" }, svg("path", { d: through(points) }), head(points),
    svg("text", { x: drawn.label[0] + left, y: drawn.label[1] + top + 4, "text-anchor": "middle" }, tensorsText(line)),
    svg("title", {}, plain(line.tensors.join(", "))));
}

// Lines of text in a closed box, each with its class.
function closedTexts(box: ModelBox): [string, string][] {
  const texts: [string, string][] = [["label", fit(title(box), LONGEST)]];
  if (box.detail !== "" && box.detail !== box.label) texts.push(["fact", fit(plain(box.detail), LONGEST)]);
  if (box.row === null) return texts;
  const known = figures(box.row);
  for (let first = 0; first < known.length; first += 2) texts.push(["fact", known.slice(first, first + 2).join(" \u00b7 ")]);
  return [...texts, ...box.marks.slice(0, MARKS).map((mark): [string, string] => ["mark", fit(plain(mark), LONGEST)])];
}

function headTexts(box: ModelBox): string[] {
  const named = box.detail === box.label ? title(box) : `${title(box)}  ${plain(box.detail)}`;
  return [fit(named, 90), box.row === null ? "" : figures(box.row).join(" \u00b7 ")];
}

function figures(row: LayerRow): string[] {
  const flops = row.flops_forward + (row.flops_backward ?? 0);
  return [
    row.parameters > 0 ? say("{} parameters", short(row.parameters)) + (row.trainable === row.parameters ? "" : say(" ({} trained)", short(row.trainable))) : "",
    flops > 0 ? `${short(flops)} FLOPs` : "",
    row.made_bytes > 0 ? size(row.made_bytes) : "",
    `${time(row.forward_ns + (row.backward_ns ?? 0))}, ${percent(row.share)}`,
  ].filter((text) => text !== "");
}

function short(value: number): string {
  for (const [unit, factor] of [["T", 1e12], ["G", 1e9], ["M", 1e6], ["k", 1e3]] as const) {
    if (value >= factor) return `${Number((value / factor).toPrecision(3))}${unit}`;
  }
  return String(value);
}
