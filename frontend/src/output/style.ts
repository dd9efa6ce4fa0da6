// The variables are those of JupyterLab and of VS Code; elsewhere the colours of the text around it are taken.
export const STYLE = `
.output {
  --text: var(--jp-content-font-color1, var(--vscode-foreground, currentColor));
  --muted: var(--jp-content-font-color2, var(--vscode-descriptionForeground, GrayText));
  --line: var(--jp-border-color2, var(--vscode-panel-border, #8886));
  --surface: var(--jp-layout-color2, var(--vscode-textCodeBlock-background, #8882));
  --link: var(--jp-content-link-color, var(--vscode-textLink-foreground, LinkText));
  --bad: var(--jp-error-color1, var(--vscode-errorForeground, #c62828));
  --good: var(--jp-success-color1, var(--vscode-testing-iconPassed, #2e7d32));
  --mono: var(--jp-code-font-family, var(--vscode-editor-font-family, monospace));
  color: var(--text);
  font-family: var(--jp-content-font-family, var(--vscode-font-family, sans-serif));
  font-size: var(--jp-content-font-size1, 13px);
  line-height: 1.5;
}
p, h3 { margin: 4px 0; font-size: inherit; }
ol { margin: 0; padding-left: 1.8em; }
li { margin: 8px 0; }
pre { margin: 4px 0; padding: 6px 10px; background: var(--surface); font-family: var(--mono); font-size: 0.95em; overflow: auto; max-height: 420px; }
.title { font-weight: 600; }
.note { color: var(--muted); font-weight: 400; }
.place, button.sort { color: var(--link); }
.good { color: var(--good); }
.bad { color: var(--bad); }
.scroll { overflow: auto; max-height: 480px; }
table { border-collapse: collapse; font-family: var(--mono); font-size: 0.95em; }
th, td { padding: 2px 12px 2px 0; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
button { border: 0; padding: 0; background: none; font: inherit; cursor: pointer; text-align: left; }
button.sort { font-weight: 600; }
button:hover { text-decoration: underline; }
[aria-sort="ascending"] button::after { content: " \\25b2"; }
[aria-sort="descending"] button::after { content: " \\25bc"; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
`;
