// The page of `numscope report`.
import "../shared/base.css";
import "./report.css";
import { MissingData, loadDocument } from "../shared/blocks";
import { h, replace } from "../shared/element";
import { themeButton } from "../shared/theme";
import { adviceSection } from "./advice";
import { changed, parameters } from "./address";
import type { Report, SourceFile } from "./answers";
import { Detail } from "./detail";
import { findingsSection } from "./findings";
import { Graph } from "./graph";
import { hotSection } from "./hot";
import { keyHelp } from "./keys";
import { Model } from "./model";
import { Operations } from "./operations";
import { type Ask, overviewSection } from "./overview";
import { Source } from "./source";
import { Table } from "./table";
import { Timeline } from "./timeline";
import { languageButton, say, themeText } from "../shared/language";

const SECTIONS = [["overview", say("Verdict")], ["findings", say("Findings")], ["advice", say("Advice")], ["hot", say("Time")], ["timeline", say("Timeline")], ["model", say("Model")], ["graph", say("Data flow")], ["operations", say("Operations")]] as const;

const NARROW = window.matchMedia("(max-width: 960px)");

async function main(): Promise<void> {
  const page = document.getElementById("page")!;
  const [report, files, operations] = await Promise.all([loadDocument<Report>("report"), loadDocument<SourceFile[]>("source"), Operations.load()]);
  const source = files.length > 0 ? new Source(files, report) : null;
  const open = (row: number): void => {
    const target = `#${changed({ op: String(operations.ids[row]) })}`;
    if (location.hash === target) void follow();
    else location.hash = target;
  };
  const table = new Table(operations, open);
  const detail = new Detail(operations, report.trace, {
    close: () => close(),
    move: (step) => {
      const row = table.beside(detail.row, step);
      if (row >= 0) open(row);
    },
    show: (where, row) => {
      if (NARROW.matches) detail.close();
      if (where === "graph") return void graph.reveal(row);
      timeline.reveal(row);
      timeline.element.scrollIntoView();
    },
  });
  const timeline = new Timeline(operations, open);
  const graph = new Graph(operations, report.flow_of, open);
  const model = report.models === 0 ? null : new Model((id) => {
    const row = operations.rowOf(id);
    if (row >= 0) open(row);
  });
  const close = (): void => {
    detail.close();
    history.replaceState(null, "", `#${changed({ op: "" }) || "operations"}`);
    table.element.querySelector<HTMLElement>(".rows")?.focus({ preventScroll: true });
  };
  const help = keyHelp();
  const searchFor = (words: string): void => {
    table.searchAll(words);
    document.getElementById("operations")!.scrollIntoView();
  };
  const askFor: Ask = (part) => {
    table.show(part);
    document.getElementById("operations")!.scrollIntoView();
  };
  const follow = async (): Promise<void> => {
    const wanted = parameters();
    if (["q", "show", "order", "layer"].some((name) => wanted.has(name))) table.restore();
    const id = wanted.get("op");
    if (!/^\d+$/.test(id ?? "")) return;
    const row = operations.rowOf(Number(id));
    if (row < 0) return;
    table.remember(); // a link to an operation names the operation alone
    table.reveal(row);
    await detail.open(row);
  };
  replace(page,
    h("header", { class: "top" },
      h("a", { class: "brand", href: "#overview" }, "numscope"),
      h("nav", { "aria-label": say("Sections") }, SECTIONS.filter(([id]) => id !== "model" || model !== null).map(([id, text]) => h("a", { href: `#${id}` }, text))),
      languageButton(),
      themeButton(themeText),
      h("button", { class: "quiet", click: () => help.showModal(), "aria-label": say("Keys") }, "?"),
    ),
    h("main", {},
      overviewSection(report, operations, source, askFor),
      findingsSection(report.nonfinite),
      adviceSection(report),
      hotSection(report, operations, searchFor),
      timeline.element,
      model?.element,
      graph.element,
      h("section", { id: "operations", "aria-labelledby": "operations-title" }, h("h2", { id: "operations-title" }, say("Operations")), table.element),
      h("footer", {}, say("Made by numscope report. This file holds all it shows, and loads nothing.")),
    ),
    detail.element,
    help,
  );
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const typing = (event.target as Element).matches("input, select, textarea");
    if (event.key === "Escape" && detail.row >= 0) close();
    else if (typing) return;
    else if (event.key === "/") table.focus();
    else if (event.key === "?") help.showModal();
    else if (event.key === "t") document.getElementById("theme")!.click();
    else if (event.key === "n" && detail.row >= 0) open(Math.max(0, table.beside(detail.row, 1)));
    else if (event.key === "p" && detail.row >= 0) open(Math.max(0, table.beside(detail.row, -1)));
    else return;
    event.preventDefault();
  });
  window.addEventListener("hashchange", () => void follow());
  if (location.hash !== "" && !location.hash.includes("=")) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  await follow();
  document.documentElement.dataset["ready"] = String(Math.round(performance.now()));
}

function told(error: unknown): string {
  if (error instanceof MissingData) return say("this page lacks its data ({}): it seems to be cut short", error.block);
  return error instanceof Error ? error.message : String(error);
}

main().catch((error: unknown) => {
  replace(document.getElementById("page")!, h("main", {}, h("h1", {}, say("This report can't be shown")), h("p", { class: "warning", role: "alert" }, told(error))));
});
