// What ran, in a few figures.
import { type Child, h, name } from "../shared/element";
import { count, many, size, time } from "../shared/format";
import { copyButton } from "../shared/copy";
import type { Nonfinite, Process, Report } from "./answers";
import type { Operations } from "./operations";
import type { Question } from "./search";
import type { Source } from "./source";
import { verdict } from "./verdict";

// A question to the table of operations.
export type Ask = (part: Partial<Question>) => void;

export function overviewSection(report: Report, operations: Operations, source: Source | null, ask: Ask): HTMLElement {
  const command = h("code", {}, name(report.overview.command.join(" ") || "recorded by a program itself"));
  const raised = operations.raised.filter((row) => operations.visible(row)).length;
  const run = report.overview;
  const began = run.started_ns > 0 ? new Date(run.started_ns / 1e6) : null;
  return h("section", { id: "overview", "aria-labelledby": "overview-title" },
    h("h1", { id: "overview-title" }, name(run.name)),
    h("p", { class: "command" }, command, run.command.length > 0 && copyButton(run.command.join(" "), command, "copy the command")),
    run.problems.map((problem) => h("p", { class: "warning", role: "note" }, name(problem))),
    h("div", { class: source === null ? "" : "first" }, verdict(report, source), source?.element),
    h("div", { class: "figures" },
      figure("operations", count(run.operations), `${count(run.user_visible)} called by the program`, () => ask({ kinds: "all" })),
      figure("time in operations", time(run.self_ns), `of ${time(run.span_ns)} from first to last`, () => ask({ kinds: "all", order: "self" })),
      figure("data moved", size(run.bytes_moved), "read and written by them", () => ask({ kinds: "all", order: "bytes" })),
      figure("values kept", count(run.kept_values), run.values === "full" ? size(run.kept_bytes) : `recorded with --values ${run.values}`, null),
      figure("NaN or infinity", report.nonfinite === null ? "?" : count(report.nonfinite.found), nonfinite(report.nonfinite), () => ask({ kinds: "nonfinite" }), (report.nonfinite?.found ?? 0) > 0),
      figure("raised", count(raised), run.unfinished > 0 ? `${count(run.unfinished)} never ended` : `calls of the program's; ${count(run.raised - raised)} more inside libraries`, () => ask({ kinds: "raised" }), run.unfinished > 0),
    ),
    h("details", { class: "facts" },
      h("summary", {}, `${many(run.processes.length, "process", "processes")}, ${many(run.threads, "thread")}${began === null ? "" : `, ${began.toISOString().replace("T", " ").slice(0, 19)} UTC`}`),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Processes" }, h("table", {},
        h("thead", {}, h("tr", {}, ["pid", "program", "Python", "NumPy", "operations", "left out", "ended"].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, run.processes.map(processRow)),
      )),
    ),
  );
}

function nonfinite(found: Nonfinite | null): string {
  if (found === null) return "no statistics in this trace";
  const rest = found.allowed + found.contained + found.handled + found.imported;
  return rest === 0 ? "places where they began" : `places where they began; ${count(rest)} more came to nothing`;
}

// A figure; a click shows the operations behind it in the table.
function figure(label: string, value: string, note: string, click: (() => void) | null, bad = false): HTMLElement {
  const kind = bad ? "figure bad" : "figure";
  const inside = [h("span", { class: "label" }, label), h("strong", {}, value), h("span", { class: "note" }, note)];
  return click === null ? h("div", { class: kind }, inside) : h("button", { class: kind, title: "Show these operations", click }, inside);
}

function processRow(process: Process): HTMLElement {
  const ended: Child = process.stop_reason !== null ? `recording stopped: ${process.stop_reason}` : process.ended_ns === null ? "killed, or running still" : time(process.ended_ns - process.started_ns);
  return h("tr", {}, [process.pid ?? "?", name(process.argv.join(" ")), process.python, process.numpy, count(process.operations), count(process.left_out), ended].map((cell) => h("td", {}, cell)));
}
