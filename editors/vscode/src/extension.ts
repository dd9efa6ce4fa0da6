// Starts `numscope lsp` for Python files; hints, hovers, warnings and times are the server's. Opens places in outputs.
// Starts `numscope dap` for debugging: breakpoints stop in compiled functions.
import { DebugAdapterExecutable, type ExtensionContext, commands, debug, notebooks, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import type { Place } from "../../../frontend/src/output/data";
import { openPlace } from "./places";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const outputs = notebooks.createRendererMessaging("numscope-output");
  context.subscriptions.push(outputs.onDidReceiveMessage(({ editor, message }) => void openPlace(editor, message as Place)));
  context.subscriptions.push(commands.registerCommand("numscope.restart", start));
  context.subscriptions.push(debug.registerDebugAdapterDescriptorFactory("numscope", { createDebugAdapterDescriptor }));
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
  const { command, args, cwd } = languageServer();
  if (command === undefined) return;
  client = new LanguageClient("numscope", "numscope", { command, args, options: { cwd } }, { documentSelector: [{ scheme: "file", language: "python" }] });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    void window.showWarningMessage(`numscope: ${command} can't be started (${String(error)}). Install numscope[editor], or set numscope.command.`);
  }
}

function languageServer(): { command: string | undefined; args: string[]; cwd: string | undefined } {
  const [command, ...args] = workspace.getConfiguration("numscope").get<string[]>("command") ?? [];
  return { command, args, cwd: workspace.workspaceFolders?.[0]?.uri.fsPath };
}

// The program that is the language server with `lsp` as its last word is the debug adapter with `dap`.
function createDebugAdapterDescriptor(): DebugAdapterExecutable {
  const { command, args, cwd } = languageServer();
  return new DebugAdapterExecutable(command ?? "numscope", [...args.slice(0, -1), "dap"], { cwd });
}
