// Starts `numscope lsp` for Python files; hints, hovers, warnings and times are the server's. Opens places in outputs.
import { type ExtensionContext, commands, notebooks, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import type { Place } from "../../../frontend/src/output/data";
import { openPlace } from "./places";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const outputs = notebooks.createRendererMessaging("numscope-output");
  context.subscriptions.push(outputs.onDidReceiveMessage(({ editor, message }) => void openPlace(editor, message as Place)));
  context.subscriptions.push(commands.registerCommand("numscope.restart", start));
  context.subscriptions.push(workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("numscope.command")) void start();
  }));
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

async function start(): Promise<void> {
  await deactivate();
  const [command, ...args] = workspace.getConfiguration("numscope").get<string[]>("command") ?? [];
  if (command === undefined) return;
  const cwd = workspace.workspaceFolders?.[0]?.uri.fsPath;
  client = new LanguageClient("numscope", "numscope", { command, args, options: { cwd } }, { documentSelector: [{ scheme: "file", language: "python" }] });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    void window.showWarningMessage(`numscope: ${command} can't be started (${String(error)}). Install numscope[editor], or set numscope.command.`);
  }
}
