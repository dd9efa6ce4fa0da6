// Opens the place of an operation: a cell of the notebook that shows it, or a file below the server's folder.
import type { JupyterFrontEnd } from "@jupyterlab/application";
import type { ICodeCellModel } from "@jupyterlab/cells";
import type { INotebookTracker, NotebookPanel } from "@jupyterlab/notebook";
import { type Place, cellNumber } from "../../../frontend/src/output/data";

// The parts of CodeMirror's editor that are used here; a cell and a file have the same.
interface Editor {
  setCursorPosition(position: { line: number; column: number }): void;
  revealPosition?(position: { line: number; column: number }): void;
  focus(): void;
}

export async function openPlace(app: JupyterFrontEnd, notebooks: INotebookTracker | null, place: Place, from: Node): Promise<void> {
  const panel = notebooks?.find((one) => one.node.contains(from)) ?? null;
  const number = cellNumber(place);
  if (number !== null) {
    if (panel !== null) await showCell(panel, number, place.line);
    return;
  }
  const path = contentsPath(place.file, panel?.context.path ?? "", serverRoot());
  if (path === null) return;
  const opened = (await app.commands.execute("docmanager:open", { path, factory: "Editor" })) as { revealed?: Promise<void>; content?: { editor?: Editor } } | undefined;
  await opened?.revealed;
  show(opened?.content?.editor, place.line);
}

async function showCell(panel: NotebookPanel, number: number, line: number): Promise<void> {
  const at = panel.content.widgets.findIndex((cell) => (cell.model as Partial<ICodeCellModel>).executionCount === number);
  const cell = panel.content.widgets[at];
  if (cell === undefined) return; // the cell was run again, and has another number since
  panel.content.activeCellIndex = at;
  await panel.content.scrollToCell(cell);
  await cell.ready;
  panel.content.mode = "edit";
  // A magic is not counted: line 1 of what it records stands below it.
  show(cell.editor ?? undefined, line + (cell.model.sharedModel.source.startsWith("%%") ? 1 : 0));
}

function show(editor: Editor | undefined, line: number): void {
  const position = { line: line - 1, column: 0 };
  editor?.setCursorPosition(position);
  editor?.revealPosition?.(position);
  editor?.focus();
}

// A path as the server has it: relative ones begin at the notebook's folder, absolute ones have to be below the root.
export function contentsPath(file: string, notebook: string, root: string): string | null {
  if (!file.startsWith("/")) return [...notebook.split("/").slice(0, -1), ...file.split("/")].join("/");
  const base = root.endsWith("/") ? root : `${root}/`;
  return root !== "" && file.startsWith(base) ? file.slice(base.length) : null;
}

function serverRoot(): string {
  const settings = document.getElementById("jupyter-config-data")?.textContent ?? "{}";
  const root = (JSON.parse(settings) as { serverRoot?: unknown }).serverRoot;
  return typeof root === "string" ? root : "";
}
