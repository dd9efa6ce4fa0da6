// The data flow to look at: folded until a handful of nodes is left, unfolded where the reader wants to see more.
import { h, name, plain, replace, svg } from "../shared/element";
import { count, many } from "../shared/format";
import { Flow, type Group, type Link } from "./flow";
import { type Drawn, NODE_HEIGHT, NODE_WIDTH, layered } from "./layout";
import type { Operations } from "./operations";
import { button, chosenBy, dragging, fit, fitEnd, head, through, whenNear, zoomKeys } from "./picture";
import { say } from "../shared/language";

// As many nodes as are looked through at a glance; and so many that a reader may unfold.
const AT_FIRST = 36;
const AT_MOST = 400;

export class Graph {
  readonly element: HTMLElement;
  private readonly told = h("p", { class: "told", role: "status" });
  private readonly folds = h("div", { class: "folds" });
  private readonly view = h("div", { class: "flow", tabindex: 0, role: "region", "aria-label": say("Graph of the data flow") });
  private flow: Flow | null = null;
  private open = new Set<string>();
  private zoom = 1;
  private chosen = -1;

  constructor(
    private readonly operations: Operations,
    private readonly outermost: number,
    private readonly show: (row: number) => void,
  ) {
    this.element = h("section", { id: "graph", "aria-labelledby": "graph-title" },
      h("h2", { id: "graph-title" }, say("Data flow")),
      h("p", { class: "note" }, say("Calls from one place are one node. Choose a node to unfold it; a single operation opens.")),
      h("p", { class: "note" }, legend(""), say("data flowed, proven by memory and content  "), legend(" unproven"), say("a number of equal value  "), legend(" loop"), say("into the next turn of a loop  "),
        h("span", { class: "unknown-origin" }, "\u25cf"), say(" some of its data is of unknown origin")),
      h("div", { class: "tools" }, button("+", say("Zoom in"), () => this.scale(1.25)), button("\u2212", say("Zoom out"), () => this.scale(0.8)), button(say("fold all"), say("Fold all"), () => this.reset()), this.told),
      this.folds, this.view,
    );
    zoomKeys(this.view, (factor) => this.scale(factor));
    dragging(this.view);
    whenNear(this.element, () => void this.begin());
  }

  async reveal(row: number): Promise<void> {
    await this.begin();
    if (this.flow === null) return;
    // Of an operation inside another the outermost is in the flow.
    let outer = row;
    while (this.operations.parent(outer) >= 0) outer = this.operations.parent(outer);
    const path = this.flow.path(outer);
    this.chosen = outer;
    for (const group of path.slice(0, -1)) this.open.add(group.key);
    this.draw();
    const found = this.view.querySelector(".chosen");
    found?.scrollIntoView({ block: "nearest", inline: "center" });
    this.element.scrollIntoView();
    if (path.length === 0) replace(this.told, say("The flow holds the first {} of {} outermost operations, and this one is not among them.", count(this.flow.rows.length), count(this.outermost)));
  }

  private async begin(): Promise<void> {
    if (this.flow !== null) return;
    this.flow = await Flow.load(this.operations);
    this.reset();
  }

  private reset(): void {
    const { flow } = this;
    if (flow === null) return;
    this.open = new Set([flow.root.key]);
    this.chosen = -1;
    // Unfold level by level, each as a whole, as long as the picture stays small.
    for (let level = 1; level < 3; level++) {
      const shown = this.visible();
      const next = shown.filter((group) => !flow.single(group) && group.level === level);
      if (shown.length - next.length + next.reduce((sum, group) => sum + flow.children(group).length, 0) > AT_FIRST) break;
      for (const group of next) this.open.add(group.key);
    }
    this.draw();
  }

  private visible(): Group[] {
    const { flow } = this;
    if (flow === null) return [];
    const found: Group[] = [];
    const visit = (group: Group): void => {
      if (this.open.has(group.key) && !flow.single(group)) flow.children(group).forEach(visit);
      else found.push(group);
    };
    visit(flow.root);
    return found.filter((group) => group.members.length > 0).sort((first, second) => first.members[0]! - second.members[0]!);
  }

  private opened(): Group[] {
    const { flow } = this;
    if (flow === null) return [];
    const found: Group[] = [];
    const visit = (group: Group): void => {
      if (!this.open.has(group.key)) return;
      if (group !== flow.root) found.push(group);
      flow.children(group).forEach(visit);
    };
    visit(flow.root);
    return found;
  }

  private scale(factor: number): void {
    this.zoom = Math.max(0.2, Math.min(2.5, this.zoom * factor));
    this.draw();
  }

  private unfold(group: Group): void {
    const { flow } = this;
    if (flow === null) return;
    if (flow.single(group)) return this.show(flow.rows[group.members[0]!]!);
    this.open.add(group.key);
    const shown = this.visible().length;
    if (shown > AT_MOST) {
      this.open.delete(group.key);
      replace(this.told, say("That would be {} nodes: fold something first.", count(shown)));
      return;
    }
    this.draw();
    this.view.querySelector<SVGElement>("[tabindex]")?.focus({ preventScroll: true });
  }

  private draw(): void {
    const { flow } = this;
    if (flow === null) return;
    const shown = this.visible();
    const links = flow.links(shown);
    const drawn = layered(shown.map(() => [NODE_WIDTH, NODE_HEIGHT]), links.map(({ source, target, count: times }) => ({ source, target, label: times > 1 ? `\u00d7${count(times)}` : "" })));
    const margin = 24;
    const above = margin;
    const width = drawn.width + 2 * margin;
    const height = drawn.height + 2 * margin;
    const picture = svg("svg", { viewBox: `${-margin} ${-above} ${width} ${height}`, width: width * this.zoom, height: height * this.zoom, role: "group", "aria-label": say("{} nodes, {} links", shown.length, links.length) },
      links.map((link, at) => edge(link, drawn.lines[at]!)), shown.map((group, at) => this.node(group, drawn.x[at]!, drawn.y[at]!)));
    replace(this.view, shown.length === 0 ? h("p", { class: "note" }, say("No operation ran.")) : picture);
    replace(this.folds, this.opened().map((group) => h("button", { class: "chip", title: say("Fold it"), click: () => { this.open.delete(group.key); this.draw(); } }, name(group.label), group.detail !== "" && h("span", { class: "note" }, ` ${group.detail}`), " \u00d7")));
    const cut = flow.rows.length < this.outermost ? say("the first {} of {} outermost operations", count(flow.rows.length), count(this.outermost)) : many(flow.rows.length, "outermost operation");
    replace(this.told, say("{} for {}", many(shown.length, "node"), cut));
  }

  private node(group: Group, x: number, y: number): SVGElement {
    const flow = this.flow!;
    const single = flow.single(group);
    const unknown = flow.unknownIn(group);
    const chosen = single && flow.rows[group.members[0]!] === this.chosen;
    const label = plain(group.label.replace(/^numpy\./, ""));
    const number = single ? `#${this.operations.ids[flow.rows[group.members[0]!]!]}` : `\u00d7${count(group.members.length)}`;
    return svg("g", {
      class: `node level${group.level}${single ? " single" : ""}${chosen ? " chosen" : ""}`, transform: `translate(${x} ${y})`, tabindex: 0, role: "button",
      "aria-label": `${plain(group.label).slice(0, 100)}, ${number}, ${single ? say("open") : say("unfold")}`, ...chosenBy(() => this.unfold(group)),
    },
      !single && svg("rect", { class: "behind", x: 4, y: 4, width: NODE_WIDTH, height: NODE_HEIGHT, rx: 7 }),
      svg("rect", { class: "box", width: NODE_WIDTH, height: NODE_HEIGHT, rx: 7 }),
      svg("text", { x: 10, y: 19, class: "label" }, fitEnd(label, Math.floor((NODE_WIDTH - 30 - 7.5 * number.length) / 8.3))),
      svg("text", { x: NODE_WIDTH - 10, y: 19, class: "count" }, number),
      svg("text", { x: 10, y: 36, class: "detail" }, fit(plain(group.detail), 28)),
      unknown !== null && svg("circle", { cx: NODE_WIDTH, cy: 0, r: 5, class: "unknown" }),
      svg("title", {}, `${plain(group.label).slice(0, 300)} ${number}\n${plain(group.detail).slice(0, 300)}${unknown === null ? "" : `\n${say("of unknown origin: {}", unknown)}`}`),
    );
  }
}

function legend(kind: string): SVGElement {
  return svg("svg", { width: 34, height: 10, class: "sample", "aria-hidden": "true" }, svg("g", { class: `edge${kind}` }, svg("path", { d: "M 0 6 L 30 6" })));
}

function edge(link: Link, { points, label }: Drawn["lines"][number]): SVGElement {
  // A link back in time closes a loop.
  const kind = `edge${link.proven ? "" : " unproven"}${link.source > link.target ? " loop" : ""}`;
  return svg("g", { class: kind }, svg("path", { d: through(points) }), head(points),
    link.count > 1 && svg("text", { x: label[0], y: label[1] + 4, "text-anchor": "middle" }, `\u00d7${count(link.count)}`));
}
