// Where the time went, as widths: functions of the program, their lines, and the operations that each line called.
import { h, name, replace } from "../shared/element";
import { percent, shortPath, time } from "../shared/format";
import type { Operations } from "./operations";
import { say } from "../shared/language";

// Narrower parts of the whole are not drawn.
const LEAST = 0.002;

interface Part {
  text: string;
  search: string; // what finds its operations in the table
  library: string; // what the colour stands for; "" for the program's own
  self: number;
  parts: Map<string, Part>;
}

export function flame(operations: Operations, searchFor: (words: string) => void): HTMLElement {
  const whole = gathered(operations);
  const libraries = new Set<string>();
  const told = h("p", { class: "told", "aria-live": "polite" });
  const tell = (part: Part): void => replace(told, [name(part.text), say(": {}, {} of the time in operations", time(part.self), percent(part.self / whole.self))]);
  const draw = (part: Part, outer: Part): HTMLElement => {
    if (part.library !== "") libraries.add(part.library);
    const box = h("button", { class: "part", title: part.text, mouseenter: () => tell(part), focus: () => tell(part), click: () => searchFor(part.search) }, name(part.text));
    box.style.setProperty("--hue", String(hue(part.library)));
    if (part.library !== "") box.classList.add("library");
    const under = [...part.parts.values()].filter((one) => one.self >= LEAST * whole.self).sort((first, second) => second.self - first.self);
    const column = h("div", { class: "column" }, box, under.length > 0 && h("div", { class: "level" }, under.map((one) => draw(one, part))));
    column.style.flexGrow = String(part.self / outer.self); // below 1 in all: what is not drawn stays empty
    return column;
  };
  if (whole.self === 0) return h("p", { class: "note" }, say("No operation took measurable time."));
  const drawn = draw(whole, whole);
  return h("figure", { class: "flame" },
    h("figcaption", { class: "note" }, say("Width is the operations' own time: functions of the program, below them lines, below these operations. Colours are libraries: "),
      [...libraries].sort().map((library) => legend(library))),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": say("Flame graph") }, drawn), told);
}

function legend(library: string): HTMLElement {
  const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
  swatch.style.setProperty("--hue", String(hue(library)));
  return h("span", { class: "legend" }, swatch, name(library));
}

// The own time of all operations, by function, line and name.
function gathered(operations: Operations): Part {
  const own = new Float64Array(operations.callCount);
  for (let row = 0; row < operations.length; row++) own[operations.call[row]!]! += Math.max(0, operations.self(row));
  const whole: Part = { text: say("all operations"), search: "", library: "", self: 0, parts: new Map() };
  own.forEach((self, call) => {
    if (self === 0) return;
    const place = operations.callPlace(call);
    const operation = operations.callName(call);
    const file = shortPath(place.file);
    const steps: [string, string, string][] = [
      [place.file === "" ? say("no line of the program") : `${place.function} (${file})`, file, ""],
      [`${file}:${place.line}`, `${file}:${place.line}`, ""],
      [operation, operation, operation.split(/[.:]/)[0]!],
    ];
    whole.self += self;
    let part = whole;
    for (const [text, search, library] of steps) {
      const next = part.parts.get(text) ?? { text, search, library, self: 0, parts: new Map() };
      part.parts.set(text, next);
      next.self += self;
      part = next;
    }
  });
  return whole;
}

function hue(library: string): number {
  let sum = 0;
  for (const letter of library) sum = (sum * 31 + letter.charCodeAt(0)) % 360;
  return sum;
}
