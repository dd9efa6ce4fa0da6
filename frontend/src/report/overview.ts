// What ran, in a few figures.
import { type Child, h, name, unbroken } from "../shared/element";
import { count, many, size, time } from "../shared/format";
import { copyButton } from "../shared/copy";
import type { Nonfinite, Overview, Process, Report } from "./answers";
import type { Operations } from "./operations";
import type { Question } from "./search";
import type { Source } from "./source";
import { verdict } from "./verdict";
import { say } from "../shared/language";

// A question to the table of operations.
export type Ask = (part: Partial<Question>) => void;

export function overviewSection(report: Report, operations: Operations, source: Source | null, ask: Ask): HTMLElement {
  const command = h("code", {}, name(report.overview.command.join(" ") || say("recorded by a program itself")));
  const raised = operations.raised.filter((row) => operations.visible(row)).length;
  const run = report.overview;
  const began = run.started_ns > 0 ? new Date(run.started_ns / 1e6) : null;
  return h("section", { id: "overview", "aria-labelledby": "overview-title" },
    h("h1", { id: "overview-title" }, name(run.name)),
    h("p", { class: "command" }, command, run.command.length > 0 && copyButton(run.command.join(" "), command, say("copy the command"))),
    run.problems.map((problem) => h("p", { class: "warning", role: "note" }, name(problem))),
    h("div", { class: source === null ? "" : "first" }, verdict(report, source), source?.element),
    h("div", { class: "figures" },
      figure(say("operations"), count(run.operations), say("{} called by the program", count(run.user_visible)), () => ask({ kinds: "all" })),
      figure(say("time in operations"), time(run.self_ns), say("of {} from first to last", time(run.span_ns)), () => ask({ kinds: "all", order: "self" })),
      figure(say("data moved"), size(run.bytes_moved), say("read and written by them"), () => ask({ kinds: "all", order: "bytes" })),
      figure(say("values kept"), count(run.kept_values), kept(run), null),
      figure(say("NaN or infinity"), report.nonfinite === null ? "?" : count(report.nonfinite.found), nonfinite(report.nonfinite), () => ask({ kinds: "nonfinite" }), (report.nonfinite?.found ?? 0) > 0),
      figure(say("raised"), count(raised), run.unfinished > 0 ? say("{} never ended", count(run.unfinished)) : say("calls of the program's; {} more inside libraries", count(run.raised - raised)), () => ask({ kinds: "raised" }), run.unfinished > 0),
    ),
    h("details", { class: "facts" },
      h("summary", {}, [many(run.processes.length, "process", "processes"), many(run.threads, "thread"), began !== null && `${began.toISOString().replace("T", " ").slice(0, 19)} UTC`].filter((part) => part !== false).join(say(", "))),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": say("Processes") }, h("table", {},
        h("thead", {}, h("tr", {}, ["pid", say("program"), "Python", "NumPy", say("operations"), say("left out"), say("ended")].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, run.processes.map(processRow)),
      )),
    ),
  );
}

// The bytes that are kept; of a recording that kept none, why.
function kept(run: Overview): string {
  if (run.values === "full") return size(run.kept_bytes);
  return run.values === "auto" ? say("{}, up to a budget (--values auto)", size(run.kept_bytes)) : say("recorded with --values {}", run.values);
}

function nonfinite(found: Nonfinite | null): string {
  if (found === null) return say("no statistics in this trace");
  const rest = found.allowed + found.contained + found.handled + found.imported;
  return rest === 0 ? say("places where they began") : say("places where they began; {} more came to nothing", count(rest));
}

// A figure; a click shows the operations behind it in the table.
function figure(label: string, value: string, note: string, click: (() => void) | null, bad = false): HTMLElement {
  const kind = bad ? "figure bad" : "figure";
  const inside = [h("span", { class: "label" }, label), h("strong", {}, value), h("span", { class: "note" }, unbroken(note))];
  return click === null ? h("div", { class: kind }, inside) : h("button", { class: kind, title: say("Show these operations"), click }, inside);
}

function processRow(process: Process): HTMLElement {
  const ended: Child = process.stop_reason !== null ? say("recording stopped: {}", process.stop_reason) : process.ended_ns === null ? say("killed, or running still") : time(process.ended_ns - process.started_ns);
  return h("tr", {}, [process.pid ?? "?", name(process.argv.join(" ")), process.python, process.numpy, count(process.operations), count(process.left_out), ended].map((cell) => h("td", {}, cell)));
}
