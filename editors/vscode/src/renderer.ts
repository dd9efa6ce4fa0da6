// Draws outputs of numscope in notebooks of VS Code; a click on a place goes to the extension, which opens it.
import type { ActivationFunction } from "vscode-notebook-renderer";
import type { Output } from "../../../frontend/src/output/data";
import { draw } from "../../../frontend/src/output/draw";

export const activate: ActivationFunction = (context) => ({
  renderOutputItem(item, element) {
    draw(element, item.json() as Output, (place) => context.postMessage?.(place));
  },
});
