// The keys of the page, in a dialog.
import { h } from "../shared/element";
import { say } from "../shared/language";

const KEYS: [string, string][] = [
  ["/", say("search operations")],
  ["\u2191 \u2193  k j", say("move in the list")],
  ["Enter", say("open the operation")],
  ["n  p", say("next and previous operation")],
  ["Esc", say("close it")],
  ["+ \u2212 \u2190 \u2192", say("zoom and move the timeline or the graph that has the focus")],
  ["t", say("theme: as the system, light, dark")],
  ["?", say("these keys")],
];

export function keyHelp(): HTMLDialogElement {
  const dialog: HTMLDialogElement = h("dialog", { class: "keys", "aria-labelledby": "keys-title" },
    h("h2", { id: "keys-title" }, say("Keys")),
    h("dl", {}, KEYS.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])),
    h("button", { click: () => dialog.close() }, say("Close")),
  );
  return dialog;
}
