// Buttons that copy a text.
import { h } from "./element";
import { say } from "./language";

// `shown` is the element that shows the text: a page opened from a disk may not be let near the clipboard, and the text is
// selected there instead, for the reader to copy.
export function copyButton(text: string, shown: HTMLElement, what = say("copy")): HTMLElement {
  const button = h("button", { class: "copy", "aria-label": what, title: what, click: () => void copied(button, text, shown) }, say("copy"));
  return button;
}

async function copied(button: HTMLElement, text: string, shown: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = say("copied");
  } catch {
    getSelection()?.selectAllChildren(shown);
    button.textContent = say("selected");
  }
}

// A link that opens the place in Visual Studio Code; null for what is no file of a disk.
export function editorLink(file: string, line: number): HTMLElement | null {
  if (!file.startsWith("/")) return null;
  const path = file.split("/").map(encodeURIComponent).join("/");
  return h("a", { class: "edit", href: `vscode://file${path}:${line}`, title: say("Open in Visual Studio Code") }, say("edit"));
}
