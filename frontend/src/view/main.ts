// The page of `numscope view`: runs side by side, one of them whole, and what a running program does.
import "../shared/base.css";
import "../report/report.css";
import "./view.css";
import { operandCard } from "../report/detail";
import { COST_HEADS } from "../report/costs";
import { change, complete, parameters } from "../report/address";
import { Source } from "../report/source";
import { verdict } from "../report/verdict";
import { h, name, replace } from "../shared/element";
import { count, percent, shortPath, size, time } from "../shared/format";
import { sortingHeads } from "../shared/sorting";
import { themeButton } from "../shared/theme";
import type { Cost } from "../report/answers";
import { type Figures, type Run, type Summary, diff, events, operation, runs, source, summary } from "./api";
import { Operations } from "./table";
import { languageButton, say, themeText } from "../shared/language";

const METRICS: [string, (run: Summary) => string][] = [
  [say("operations"), ({ overview }) => count(overview.operations)],
  [say("called by the program"), ({ overview }) => count(overview.user_visible)],
  [say("time in operations"), ({ overview }) => time(overview.self_ns)],
  [say("data moved"), ({ overview }) => size(overview.bytes_moved)],
  [say("values kept"), ({ overview }) => count(overview.kept_values)],
  [say("raised"), ({ overview }) => count(overview.raised)],
  [say("findings"), (run) => count(run.verdict_found)],
  [say("lines to make faster"), (run) => count(run.advice_found)],
];

async function main(): Promise<void> {
  const all = await runs();
  const body = h("main");
  const detail = h("aside", { id: "detail", class: "detail", hidden: true, tabindex: -1, "aria-label": say("Operation") });
  replace(document.getElementById("page")!,
    h("header", { class: "top" }, h("a", { class: "brand", href: "#" }, "numscope"), h("nav", { "aria-label": say("Runs") }, all.map((run, at) => h("a", { href: `#run=${at}` }, name(run.name)))), languageButton(), themeButton(themeText)),
    body, detail);
  let shown = -1;
  const follow = async (): Promise<void> => {
    if (!parameters().has("run")) complete();
    const run = Math.min(Math.max(0, Number(parameters().get("run") ?? 0) || 0), all.length - 1);
    if (run !== shown) {
      if (shown >= 0) change({ first: "" }); // a page of another run's operations
      shown = run;
      change({ run: String(run) });
      await show(body, all, run);
    }
    await open(detail, run, parameters().get("op"));
  };
  window.addEventListener("hashchange", () => void follow());
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(detail); });
  await follow();
  document.documentElement.dataset["ready"] = String(Math.round(performance.now()));
}

async function show(body: HTMLElement, all: Run[], run: number): Promise<void> {
  const chosen = all[run]!;
  if (chosen.live) return live(body, chosen, run, () => { chosen.live = false; void show(body, all, run); });
  replace(body, h("p", { class: "told", role: "status" }, say("Reading "), name(chosen.name), " \u2026"));
  const answers = await Promise.all(all.map((one, at) => (one.live ? null : summary(at))));
  const own = answers[run]!;
  const files = await source(run);
  const report = { ...own, advice: own.advice };
  const listing = files.length > 0 ? new Source(files, report) : null;
  replace(body,
    h("section", { id: "overview", "aria-labelledby": "overview-title" }, h("h1", { id: "overview-title" }, name(chosen.name)),
      h("div", { class: listing === null ? "" : "first" }, verdict(report, listing), listing?.element)),
    all.length > 1 && compared(all, answers, run),
    costs(own),
    new Operations(run).element);
}

// Metrics of all runs, those that differ marked, and what first differs from the run that is shown.
function compared(all: Run[], answers: (Summary | null)[], run: number): HTMLElement {
  const text = h("pre", { class: "difference", tabindex: 0, hidden: true });
  const compare = async (other: number): Promise<void> => {
    text.hidden = false;
    replace(text, say("Comparing \u2026"));
    try {
      replace(text, name((await diff(run, other, columns(text))).text));
    } catch (error) {
      replace(text, error instanceof Error ? error.message : String(error));
    }
  };
  const row = ([label, value]: [string, (run: Summary) => string]): HTMLElement => {
    const values = answers.map((one) => (one === null ? say("running") : value(one)));
    const differ = new Set(values).size > 1;
    return h("tr", {}, h("th", { scope: "row" }, label), values.map((one) => h("td", {}, differ ? h("strong", {}, one) : one)));
  };
  return h("section", { id: "compared", "aria-labelledby": "compared-title" },
    h("h2", { id: "compared-title" }, say("Side by side")),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": say("Runs") }, h("table", {},
      h("thead", {}, h("tr", {}, h("td"), all.map((one, at) => h("th", { scope: "col" }, h("a", { href: `#run=${at}` }, name(one.name)))))),
      h("tbody", {}, METRICS.map(row)))),
    h("div", { class: "tools" }, all.map((one, at) => at !== run && !one.live && h("button", { click: () => void compare(at) }, say("what changed in "), name(one.name)))),
    text);
}

// How many letters a line of a preformatted text has room for.
function columns(text: HTMLElement): number {
  const letters = h("span", {}, "0".repeat(100));
  replace(text, letters);
  const style = getComputedStyle(text);
  const room = text.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const width = letters.getBoundingClientRect().width / 100;
  replace(text, say("Comparing \u2026"));
  return width > 0 ? Math.floor(room / width) : 110;
}

function costs(own: Summary): HTMLElement {
  const body = h("tbody");
  const list = (rows: Cost[]): void => replace(body, rows.map((cost) => h("tr", {},
    h("th", { scope: "row" }, name(cost.group)), [count(cost.calls), time(cost.self_ns), percent(cost.share), time(cost.total_ns), size(cost.bytes_in + cost.bytes_out)].map((text) => h("td", {}, text)))));
  list(own.costs.costs);
  return h("section", { id: "hot", "aria-labelledby": "hot-title" }, h("h2", { id: "hot-title" }, say("Where the time went")),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": say("Costs") }, h("table", { class: "hot" }, h("thead", {}, sortingHeads(COST_HEADS, () => own.costs.costs, list)), body)));
}

function live(body: HTMLElement, run: Run, number: number, ended: () => void): void {
  const figures = h("div", { class: "figures", role: "status" });
  const rows = h("tbody");
  replace(body, h("section", { id: "live" }, h("h1", {}, name(run.name), h("span", { class: "mark" }, say("running"))), figures,
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": say("Costs") }, h("table", { class: "hot" },
      h("thead", {}, h("tr", {}, [say("what"), say("calls"), say("self"), "NaN, Inf", say("from")].map((text) => h("th", { scope: "col" }, text)))), rows))));
  events(number, (seen: Figures) => {
    if (seen.ended) return ended();
    replace(figures, figure(say("operations"), count(seen.recorded)), figure(say("a second"), count(Math.round(seen.rate))), figure(say("made NaN or Inf"), count(seen.nonfinite)));
    replace(rows, seen.hot.map((hot) => h("tr", {}, h("th", { scope: "row" }, name(hot.name)), h("td", {}, count(hot.calls)), h("td", {}, time(hot.self_ns)), h("td", {}, count(hot.nonfinite)), h("td", {}, name(shortPath(hot.site))))));
  });
}

function figure(label: string, value: string): HTMLElement {
  return h("div", { class: "figure" }, h("span", { class: "label" }, label), h("strong", {}, value));
}

async function open(detail: HTMLElement, run: number, id: string | null): Promise<void> {
  if (id === null) return close(detail);
  try {
    const found = await operation(run, id);
    const { described } = found;
    replace(detail,
      h("header", {}, h("div", { class: "tools" }, h("button", { class: "quiet close", click: () => close(detail), "aria-label": say("Close (Esc)") }, "\u00d7")), h("h2", {}, name(found.name), h("span", { class: "id" }, ` #${found.id}`))),
      h("p", {}, name(`${shortPath(found.file)}:${found.line}`), say(" took {}", time(found.duration_ns))),
      described.site !== null && described.site.source !== "" && h("pre", { class: "source", tabindex: 0 }, name(described.site.source)),
      described.operands.map(operandCard));
  } catch (error) {
    replace(detail, h("p", { class: "warning", role: "alert" }, error instanceof Error ? error.message : String(error)));
  }
  detail.hidden = false;
  document.body.classList.add("with-detail");
}

function close(detail: HTMLElement): void {
  if (!detail.hidden) change({ op: "" });
  detail.hidden = true;
  document.body.classList.remove("with-detail");
}

main().catch((error: unknown) => {
  replace(document.getElementById("page")!, h("main", {}, h("h1", {}, say("This page can't be shown")), h("p", { class: "warning", role: "alert" }, error instanceof Error ? error.message : String(error))));
});
