// When operations ran: a lane a thread, nested as they ran inside each other.
import { h, plain, replace } from "../shared/element";
import { count, time } from "../shared/format";
import { color } from "../shared/theme";
import { INFINITY, NAN, type Operations } from "./operations";
import { say } from "../shared/language";

const ROW = 18;
const HEAD = 20;
const DEEPEST = 7;
const MOST_LANES = 12;
const AXIS = 22;

interface Lane {
  process: number;
  thread: number;
  rows: Int32Array;
  depth: number;
}

export class Timeline {
  readonly element: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly told: HTMLElement;
  private readonly tip: HTMLElement;
  private readonly lanes: Lane[];
  private readonly hidden: number;
  private readonly end: number;
  private from = 0;
  private to: number;
  private chosen = -1;
  private pending = false;

  constructor(
    private readonly operations: Operations,
    private readonly open: (row: number) => void,
  ) {
    const all = lanesOf(operations);
    this.lanes = all.slice(0, MOST_LANES);
    this.hidden = all.length - this.lanes.length;
    this.end = lastMoment(operations);
    this.to = this.end;
    this.canvas = h("canvas", { tabindex: 0, role: "img", "aria-label": say("Timeline of {} operations in {} threads; the list of operations has the same in words", count(operations.length), all.length) });
    this.told = h("p", { class: "told", role: "status" });
    this.tip = h("div", { class: "tip", hidden: true });
    const button = (text: string, label: string, act: () => void): HTMLElement => h("button", { click: act, "aria-label": label }, text);
    this.element = h("section", { id: "timeline", "aria-labelledby": "timeline-title" },
      h("h2", { id: "timeline-title" }, say("Timeline")),
      h("div", { class: "tools" }, button("+", say("Zoom in"), () => this.zoom(0.5)), button("\u2212", say("Zoom out"), () => this.zoom(2)),
        button("\u2190", say("Earlier"), () => this.pan(-0.25)), button("\u2192", say("Later"), () => this.pan(0.25)), button(say("all"), say("Show all"), () => this.show(0, this.end)), this.told),
      h("div", { class: "lanes" }, this.canvas, this.tip),
    );
    this.listen();
  }

  // Bring the operation at `row` into sight, with some time around it.
  reveal(row: number): void {
    this.chosen = row;
    const start = this.operations.start[row]!;
    const around = Math.max(this.operations.duration[row]! * 6, this.end / 1e5, 2_000);
    this.show(start - around, start + around + Math.max(0, this.operations.duration[row]!));
  }

  private listen(): void {
    const { canvas } = this;
    new ResizeObserver(() => this.soon()).observe(canvas.parentElement ?? this.element);
    new ResizeObserver(() => this.soon()).observe(this.element);
    document.addEventListener("theme", () => this.soon());
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.soon());
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && event.deltaX === 0) return;
      event.preventDefault();
      if (event.deltaX !== 0 && !event.ctrlKey && !event.metaKey) this.pan(event.deltaX / canvas.clientWidth);
      else this.zoom(event.deltaY > 0 ? 1.25 : 0.8, event.offsetX / canvas.clientWidth);
    }, { passive: false });
    let dragged = -1;
    let moved = 0;
    canvas.addEventListener("pointerdown", (event) => {
      dragged = event.clientX;
      moved = 0;
    });
    canvas.addEventListener("pointermove", (event) => {
      if (dragged >= 0 && event.buttons === 1) {
        moved += Math.abs(event.clientX - dragged);
        this.pan((dragged - event.clientX) / canvas.clientWidth);
        dragged = event.clientX;
      } else this.hover(event);
    });
    canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    canvas.addEventListener("click", (event) => {
      dragged = -1;
      const row = this.at(event.offsetX, event.offsetY);
      if (moved < 4 && row >= 0) this.open(row);
    });
    canvas.addEventListener("keydown", (event) => {
      const acts: Record<string, () => void> = { ArrowLeft: () => this.pan(-0.15), ArrowRight: () => this.pan(0.15), "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), "-": () => this.zoom(2), "0": () => this.show(0, this.end) };
      const act = acts[event.key];
      if (act === undefined || event.ctrlKey || event.metaKey) return;
      act();
      event.preventDefault();
    });
  }

  private zoom(factor: number, at = 0.5): void {
    const middle = this.from + (this.to - this.from) * at;
    this.show(middle - (middle - this.from) * factor, middle + (this.to - middle) * factor);
  }

  private pan(share: number): void {
    const span = this.to - this.from;
    const from = Math.max(0, Math.min(this.end - span, this.from + span * share));
    this.show(from, from + span);
  }

  private show(from: number, to: number): void {
    const span = Math.max(100, to - from);
    this.from = Math.max(0, from);
    this.to = Math.min(Math.max(this.end, 100), this.from + span);
    this.soon();
  }

  private soon(): void {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.draw();
    });
  }

  private draw(): void {
    const { canvas, operations } = this;
    const width = Math.max(50, canvas.clientWidth);
    const height = AXIS + this.lanes.reduce((sum, lane) => sum + laneHeight(lane), 0) + 4;
    const scale = window.devicePixelRatio || 1;
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext("2d");
    if (context === null) return;
    context.scale(scale, scale);
    const paint = { text: color("--text"), muted: color("--muted"), line: color("--line"), bad: color("--bad"), dark: isDark() };
    context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
    context.textBaseline = "middle";
    this.drawAxis(context, width, height, paint);
    let top = AXIS;
    for (const lane of this.lanes) {
      context.fillStyle = paint.muted;
      context.fillText(say("thread {} of process {}", lane.thread, lane.process), 4, top + HEAD / 2);
      this.drawLane(context, lane, top + HEAD, width, paint);
      top += laneHeight(lane);
    }
    const more = this.hidden > 0 ? say("; {} more threads are not drawn", this.hidden) : "";
    replace(this.told, operations.length === 0 ? say("Nothing ran.") : say("{} from {}", time(this.to - this.from), time(this.from)) + more);
  }

  private drawAxis(context: CanvasRenderingContext2D, width: number, height: number, paint: { muted: string; line: string }): void {
    const span = this.to - this.from;
    const step = niceStep((span / width) * 130);
    context.strokeStyle = paint.line;
    context.fillStyle = paint.muted;
    for (let at = Math.ceil(this.from / step) * step; at <= this.to; at += step) {
      const x = Math.round(((at - this.from) / span) * width) + 0.5;
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, height);
      context.stroke();
      context.fillText(time(Math.max(0, at)), x + 4, AXIS / 2);
    }
  }

  private drawLane(context: CanvasRenderingContext2D, lane: Lane, top: number, width: number, paint: { text: string; bad: string; dark: boolean }): void {
    const { operations } = this;
    const perPixel = width / (this.to - this.from);
    const reached = new Float64Array(DEEPEST).fill(-1);
    const first = this.firstRow(lane);
    for (let at = first; at < lane.rows.length; at++) {
      const row = lane.rows[at]!;
      const start = operations.start[row]!;
      if (start > this.to) break;
      const depth = operations.depth(row);
      if (depth >= DEEPEST) continue;
      const duration = operations.duration[row]! < 0 ? this.end - start : operations.duration[row]!;
      const left = (start - this.from) * perPixel;
      const right = left + Math.max(duration * perPixel, 0.7);
      const bad = (operations.flags[row]! & (NAN | INFINITY)) !== 0 || operations.raisedToProgram(row);
      // Several within one pixel look like one.
      if (right < 0 || (right <= reached[depth]! && !bad && row !== this.chosen)) continue;
      const x = Math.max(left, reached[depth]!, 0);
      const y = top + depth * ROW;
      context.fillStyle = bad ? paint.bad : hue(operations.nameNumber(row), paint.dark);
      context.fillRect(x, y, Math.max(right - x, 0.5), ROW - 2);
      reached[depth] = Math.ceil(right * 2) / 2;
      if (right - x > 60) this.label(context, operations.name(row), x, y, right - x, paint.dark);
      if (row === this.chosen) {
        context.strokeStyle = paint.text;
        context.lineWidth = 2;
        context.strokeRect(left, y, Math.max(right - left, 3), ROW - 2);
        context.lineWidth = 1;
      }
    }
  }

  private label(context: CanvasRenderingContext2D, text: string, x: number, y: number, room: number, dark: boolean): void {
    const letters = Math.floor((room - 8) / 7);
    const short = plain(text.replace(/^numpy\./, ""));
    context.fillStyle = dark ? "#0c1014" : "#ffffff";
    context.fillText(short.length > letters ? `${short.slice(0, Math.max(1, letters - 1))}\u2026` : short, x + 4, y + ROW / 2);
  }

  // The first row of a lane that may reach into sight: the last outermost one that began before.
  private firstRow(lane: Lane): number {
    let at = firstStarting(this.operations, lane.rows, this.from);
    while (at > 0) {
      at--;
      if (this.operations.depth(lane.rows[at]!) === 0) break;
    }
    return at;
  }

  private at(x: number, y: number): number {
    let top = AXIS;
    for (const lane of this.lanes) {
      const height = laneHeight(lane);
      if (y < top + height) return this.within(lane, this.from + ((this.to - this.from) * x) / this.canvas.clientWidth, Math.floor((y - top - HEAD) / ROW));
      top += height;
    }
    return -1;
  }

  private within(lane: Lane, moment: number, depth: number): number {
    const { operations } = this;
    const near = ((this.to - this.from) / this.canvas.clientWidth) * 2;
    let best = -1;
    let distance = near;
    for (let at = this.firstRow(lane); at < lane.rows.length; at++) {
      const row = lane.rows[at]!;
      const start = operations.start[row]!;
      if (start > moment + near) break;
      if (operations.depth(row) !== depth) continue;
      const end = start + Math.max(0, operations.duration[row]!);
      const away = moment < start ? start - moment : moment > end ? moment - end : 0;
      if (away <= distance) {
        best = row;
        distance = away;
      }
    }
    return best;
  }

  private hover(event: PointerEvent): void {
    const row = this.at(event.offsetX, event.offsetY);
    this.tip.hidden = row < 0;
    if (row < 0) return;
    const name = this.operations.name(row);
    replace(this.tip, `${name.slice(0, 120)} #${this.operations.ids[row]}  ${time(this.operations.duration[row]!)}`);
    this.tip.style.left = `${Math.min(event.offsetX + 12, this.canvas.clientWidth - 220)}px`;
    this.tip.style.top = `${event.offsetY + 16}px`;
  }
}

function lanesOf(operations: Operations): Lane[] {
  const counts = new Map<string, number>();
  const key = (call: number): string => operations.threadOfCall(call);
  const keys = Array.from({ length: operations.callCount }, (_, call) => key(call));
  for (let row = 0; row < operations.length; row++) {
    const lane = keys[operations.call[row]!]!;
    counts.set(lane, (counts.get(lane) ?? 0) + 1);
  }
  const lanes = new Map<string, Lane & { filled: number }>();
  for (const [lane, length] of counts) {
    const [process, thread] = lane.split(" ").map(Number);
    lanes.set(lane, { process: process ?? 0, thread: thread ?? 0, rows: new Int32Array(length), depth: 0, filled: 0 });
  }
  const byCall = keys.map((lane) => lanes.get(lane));
  for (let row = 0; row < operations.length; row++) {
    const lane = byCall[operations.call[row]!]!;
    lane.rows[lane.filled++] = row;
    lane.depth = Math.max(lane.depth, Math.min(DEEPEST, operations.depth(row) + 1));
  }
  return [...lanes.values()];
}

function laneHeight(lane: Lane): number {
  return HEAD + lane.depth * ROW + 6;
}

function lastMoment(operations: Operations): number {
  let end = 0;
  for (let row = 0; row < operations.length; row++) end = Math.max(end, operations.start[row]! + Math.max(0, operations.duration[row]!));
  return Math.max(end, 100);
}

function firstStarting(operations: Operations, rows: Int32Array, moment: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (operations.start[rows[middle]!]! < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= least) ?? 10 * power;
}

// Colours far apart for neighbouring numbers: the golden angle.
function hue(number: number, dark: boolean): string {
  const angle = (number * 137.508 + 210) % 360;
  return dark ? `hsl(${angle} 50% 68%)` : `hsl(${angle} 50% 40%)`;
}

function isDark(): boolean {
  const theme = document.documentElement.dataset["theme"];
  return theme === "dark" || (theme !== "light" && window.matchMedia("(prefers-color-scheme: dark)").matches);
}
