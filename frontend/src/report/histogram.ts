// Bars.
import { h, svg } from "../shared/element";
import { count } from "../shared/format";
import { say } from "../shared/language";

const WIDTH = 288;
const HEIGHT = 64;

export function bars(counts: number[], low: string, high: string, label: string): HTMLElement {
  const most = Math.max(...counts, 1);
  const step = WIDTH / counts.length;
  const drawn = counts.map((number, at) => {
    const height = number === 0 ? 0 : Math.max(1.5, (number / most) * HEIGHT);
    return svg("rect", { x: at * step + 0.5, y: HEIGHT - height, width: Math.max(1, step - 1), height, class: "bin" }, svg("title", {}, count(number)));
  });
  return h("figure", { class: "bars" },
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": say("Histogram from {} to {}: {}", low, high, label) }, drawn,
      svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT, y2: HEIGHT, class: "axis" })),
    h("figcaption", {}, h("span", {}, low), h("span", {}, label), h("span", {}, high)),
  );
}
