// Opens the place of an operation: a cell of the notebook that shows it, or a file.
import { type NotebookEditor, Position, Range, Selection, type TextDocument, type TextEditor, Uri, ViewColumn, window, workspace } from "vscode";
import { type Place, cellNumber } from "../../../frontend/src/output/data";

export async function openPlace(editor: NotebookEditor, place: Place): Promise<void> {
  const number = cellNumber(place);
  const document = number === null ? await file(editor, place.file) : cell(editor, number);
  if (document === undefined) {
    void window.showWarningMessage(`numscope: ${place.text} is not here any more. Run the cell again.`);
    return;
  }
  // A magic is not counted: line 1 of what it records stands below it.
  const line = place.line - 1 + (number !== null && document.lineAt(0).text.startsWith("%%") ? 1 : 0);
  const viewColumn = number === null ? ViewColumn.Beside : editor.viewColumn;
  show(await window.showTextDocument(document, viewColumn === undefined ? {} : { viewColumn }), line);
}

function show(editor: TextEditor, line: number): void {
  const at = new Position(line, 0);
  editor.selection = new Selection(at, at);
  editor.revealRange(new Range(at, at));
}

function cell({ notebook }: NotebookEditor, number: number): TextDocument | undefined {
  return notebook.getCells().find((one) => one.executionSummary?.executionOrder === number)?.document;
}

// Relative paths begin at the notebook's folder, where its kernel runs.
async function file({ notebook }: NotebookEditor, path: string): Promise<TextDocument | undefined> {
  const uri = path.startsWith("/") ? Uri.file(path) : Uri.joinPath(notebook.uri, "..", path);
  try {
    return await workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}
