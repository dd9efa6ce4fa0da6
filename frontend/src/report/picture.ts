// What drawings of graphs have in common: rounded lines with heads, texts cut to their room, a view that is dragged.
import { h, svg } from "../shared/element";
import type { Point } from "./layout";

export function button(text: string, label: string, act: () => void): HTMLElement {
  return h("button", { click: act, "aria-label": label }, text);
}

// A line through the points, rounded at each: from the middle of one part to the middle of the next.
export function through(points: Point[]): string {
  const middles = points.slice(1).map(([x, y], at): Point => [(points[at]![0] + x) / 2, (points[at]![1] + y) / 2]);
  const bends = middles.slice(1).map(([x, y], at) => `Q ${points[at + 1]![0]} ${points[at + 1]![1]} ${x} ${y}`);
  const [from, to] = [points[0]!, points.at(-1)!];
  return `M ${from[0]} ${from[1]} L ${middles[0]![0]} ${middles[0]![1]} ${bends.join(" ")} L ${to[0]} ${to[1]}`;
}

// The head of the arrow at the end of a line.
export function head(points: Point[]): SVGElement {
  const [x, y] = points.at(-1)!;
  const [beforeX, beforeY] = points.at(-2)!;
  const turn = (Math.atan2(y - beforeY, x - beforeX) * 180) / Math.PI - 90;
  return svg("path", { class: "head", d: "M -4 -7 L 0 0 L 4 -7", transform: `translate(${x} ${y}) rotate(${turn})` });
}

// Of a dotted name the end says most.
export function fitEnd(text: string, letters: number): string {
  return text.length > letters ? `\u2026${text.slice(1 - Math.max(2, letters))}` : text;
}

export function fit(text: string, letters: number): string {
  return text.length > letters ? `${text.slice(0, Math.max(1, letters - 1))}\u2026` : text;
}

// What a picture's parts that can be chosen answer to: a click, Enter, the space bar.
export function chosenBy(act: () => void): { click: (event: MouseEvent) => void; keydown: (event: KeyboardEvent) => void } {
  return {
    click: (event) => { event.stopPropagation(); act(); },
    keydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      act();
    },
  };
}

export function zoomKeys(view: HTMLElement, scale: (factor: number) => void): void {
  view.addEventListener("keydown", (event) => {
    if (event.key === "+" || event.key === "=") scale(1.25);
    else if (event.key === "-") scale(0.8);
    else return;
    event.preventDefault();
  });
}

export function dragging(view: HTMLElement): void {
  let last: { x: number; y: number } | null = null;
  view.addEventListener("mousedown", (event) => { last = { x: event.clientX, y: event.clientY }; });
  window.addEventListener("mouseup", () => { last = null; });
  window.addEventListener("mousemove", (event) => {
    if (last === null || event.buttons !== 1) return;
    view.scrollBy({ left: last.x - event.clientX, top: last.y - event.clientY, behavior: "instant" });
    last = { x: event.clientX, y: event.clientY };
  });
}

// Calls `begin` once, when someone comes to see the element.
export function whenNear(element: HTMLElement, begin: () => void): void {
  const near = new IntersectionObserver((seen) => {
    if (!seen.some((entry) => entry.isIntersecting)) return;
    near.disconnect();
    begin();
  }, { rootMargin: "300px" });
  near.observe(element);
}
