// The keys of the page, in a dialog.
import { h } from "../shared/element";

const KEYS: [string, string][] = [
  ["/", "search operations"],
  ["\u2191 \u2193  or  k j", "move in the list"],
  ["Enter", "open the operation"],
  ["n  p", "next and previous operation"],
  ["Esc", "close it"],
  ["+ \u2212 \u2190 \u2192", "zoom and move the timeline or the graph that has the focus"],
  ["t", "theme: as the system, light, dark"],
  ["?", "these keys"],
];

export function keyHelp(): HTMLDialogElement {
  const dialog: HTMLDialogElement = h("dialog", { class: "keys", "aria-labelledby": "keys-title" },
    h("h2", { id: "keys-title" }, "Keys"),
    h("dl", {}, KEYS.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])),
    h("button", { click: () => dialog.close() }, "Close"),
  );
  return dialog;
}
