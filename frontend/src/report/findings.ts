// Where NaN and infinities began.
import { copyButton } from "../shared/copy";
import { type Child, h, name } from "../shared/element";
import { count, many, shortPath } from "../shared/format";
import type { Named, Nonfinite, Origin } from "./answers";

const KINDS = {
  made: "made of finite inputs",
  given: "given as an argument",
  read: "brought in by an operation without array inputs",
  appeared: "in an input that no recorded operation made: a merge, a file, unwatched code",
  uninitialised: "read from memory that numpy.empty or torch.empty left as it was, before it was written",
};

export function findingsSection(found: Nonfinite | null): HTMLElement {
  return h("section", { id: "findings", "aria-labelledby": "findings-title" },
    h("h2", { id: "findings-title" }, "NaN and infinities"),
    h("p", { class: "told" }, summary(found)),
    found?.origins.map(card),
  );
}

function summary(found: Nonfinite | null): string {
  if (found === null) return "This trace holds no statistics (--values none), so nothing is known of NaN in it.";
  const rest = [
    found.found > found.origins.length && `the first ${count(found.origins.length)} are shown`,
    found.allowed > 0 && `${count(found.allowed)} more by operations whose purpose they are`,
    found.handled > 0 && `${count(found.handled)} more were dropped, replaced or masked`,
    found.imported > 0 && `${count(found.imported)} more while modules were imported`,
    found.contained > 0 && `${count(found.contained)} stayed inside the operation that they arose in`,
  ].filter((text) => text !== false);
  const first = found.found === 0 ? "None began in this run" : `They began in ${many(found.found, "place")}`;
  return [first, ...rest].join("; ") + ".";
}

function card(origin: Origin, number: number): HTMLElement {
  const counts = [origin.nans > 0 && `${count(origin.nans)} NaN`, origin.infinities > 0 && `${count(origin.infinities)} Inf`].filter((text) => text !== false);
  return h("article", { class: "card finding" },
    h("h3", {}, `${number + 1}. `, link(origin.id, origin.name), h("span", { class: "mark bad" }, counts.join(", "))),
    h("p", { class: "why" }, name(origin.cause ?? KINDS[origin.kind]), origin.times > 1 && `; ${count(origin.times)} times at this line, this is the first`),
    origin.file !== null && h("p", { class: "site" }, name(`${shortPath(origin.file)}:${origin.line}`)),
    origin.source !== "" && h("pre", { class: "source", tabindex: 0 }, name(origin.source)),
    origin.advice && h("p", { class: "fix" }, "\u2192 ", name(origin.advice)),
    origin.place !== null && h("p", { class: "place" }, "in ", name(origin.place)),
    origin.forward !== null && h("p", { class: "place" }, "backward of ", leads(origin.forward), origin.forward.source !== "" && [": ", h("code", {}, name(origin.forward.source))]),
    h("p", { class: "call" }, name(origin.call)),
    origin.elements.length > 0 && h("ul", { class: "elements" }, origin.elements.map((element) => h("li", {},
      h("code", {}, `[${element.index.join(", ")}] = ${element.value}`),
      element.inputs.length > 0 && [" from ", h("code", {}, element.inputs.join(", "))],
    ))),
    origin.producers.length > 0 && h("p", {}, "its inputs came from ", origin.producers.flatMap((maker, at) => [at > 0 && ", ", link(maker.id, maker.name)])),
    h("p", { class: "note effect" }, effect(origin)),
    origin.reproducing !== null && [
      text("A script that shows it again", origin.reproducing.script),
      origin.reproducing.test !== null && text("A test that fails until it is mended", origin.reproducing.test),
    ],
  );
}

function effect(origin: Origin): Child[] {
  if (origin.poisoned === 0) return ["No later operation used these values."];
  const least = origin.poisoned_whole ? "" : "At least ";
  const used = `${least}${many(origin.poisoned, "later operation")} used these values; ${many(origin.poisoned_results, "result")} contain${origin.poisoned_results === 1 ? "s" : ""} ${origin.nans === 0 ? "NaN or Inf" : "NaN"}`;
  if (origin.first_nan !== null) return [used, "; the infinities became NaN in ", leads(origin.first_nan), "."];
  return [used, origin.nans === 0 && origin.poisoned_whole && "; no result became NaN", "."];
}

function leads(operation: Named): HTMLElement {
  return h("span", {}, link(operation.id, operation.name), operation.file !== null && [" at ", name(`${shortPath(operation.file)}:${operation.line}`)]);
}

function text(title: string, code: string): HTMLElement {
  const shown = h("pre", { tabindex: 0 }, name(code));
  return h("details", { class: "more" }, h("summary", {}, title), h("div", { class: "code" }, copyButton(code, shown), shown));
}

export function link(id: number, text: string): HTMLElement {
  return h("a", { href: `#op=${id}` }, name(text), h("span", { class: "id" }, ` #${id}`));
}
