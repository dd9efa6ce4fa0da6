// Where NaN and infinities began.
import { copyButton } from "../shared/copy";
import { type Child, h, name, unbroken } from "../shared/element";
import { count, many, shortPath } from "../shared/format";
import type { Named, Nonfinite, Origin } from "./answers";
import { say } from "../shared/language";

const KINDS = {
  made: say("made of finite inputs"),
  given: say("given as an argument"),
  read: say("brought in by an operation without array inputs"),
  appeared: say("in an input that no recorded operation made: a merge, a file, unwatched code"),
  uninitialised: say("read from memory that numpy.empty or torch.empty left as it was, before it was written"),
};

export function findingsSection(found: Nonfinite | null): HTMLElement {
  return h("section", { id: "findings", "aria-labelledby": "findings-title" },
    h("h2", { id: "findings-title" }, say("NaN and infinities")),
    h("p", { class: "told" }, unbroken(summary(found))),
    found?.origins.map(card),
  );
}

function summary(found: Nonfinite | null): string {
  if (found === null) return say("This trace holds no statistics (--values none), so nothing is known of NaN in it.");
  const rest = [
    found.found > found.origins.length && say("the first {} are shown", count(found.origins.length)),
    found.allowed > 0 && say("{} more by operations whose purpose they are", count(found.allowed)),
    found.handled > 0 && say("{} more were dropped, replaced or masked", count(found.handled)),
    found.imported > 0 && say("{} more while modules were imported", count(found.imported)),
    found.contained > 0 && say("{} stayed inside the operation that they arose in", count(found.contained)),
  ].filter((text) => text !== false);
  const first = found.found === 0 ? say("None began in this run") : say("They began in {}", many(found.found, "place"));
  return say("{}.", [first, ...rest].join(say("; ")));
}

function card(origin: Origin, number: number): HTMLElement {
  const counts = [origin.nans > 0 && `${count(origin.nans)} NaN`, origin.infinities > 0 && `${count(origin.infinities)} Inf`].filter((text) => text !== false);
  return h("article", { class: "card finding" },
    h("h3", {}, `${number + 1}. `, link(origin.id, origin.name), h("span", { class: "mark bad" }, counts.join(", "))),
    h("p", { class: "why" }, name(origin.cause ?? KINDS[origin.kind]), origin.times > 1 && say("; {} times at this line, this is the first", count(origin.times))),
    origin.file !== null && h("p", { class: "site" }, name(`${shortPath(origin.file)}:${origin.line}`)),
    origin.source !== "" && h("pre", { class: "source", tabindex: 0 }, name(origin.source)),
    origin.advice && h("p", { class: "fix" }, "\u2192 ", name(origin.advice)),
    origin.place !== null && h("p", { class: "place" }, say("in "), name(origin.place)),
    origin.forward !== null && h("p", { class: "place" }, say("backward of "), leads(origin.forward), origin.forward.source !== "" && [": ", h("code", {}, name(origin.forward.source))]),
    h("p", { class: "call" }, name(origin.call)),
    origin.elements.length > 0 && h("ul", { class: "elements" }, origin.elements.map((element) => h("li", {},
      h("code", {}, `[${element.index.join(", ")}] = ${element.value}`),
      element.inputs.length > 0 && [say(" from "), h("code", {}, element.inputs.join(", "))],
    ))),
    origin.producers.length > 0 && h("p", {}, say("its inputs came from "), origin.producers.flatMap((maker, at) => [at > 0 && ", ", link(maker.id, maker.name)])),
    h("p", { class: "note effect" }, effect(origin)),
    origin.reproducing !== null && [
      text(say("A script that shows it again"), origin.reproducing.script),
      origin.reproducing.test !== null && text(say("A test that fails until it is mended"), origin.reproducing.test),
    ],
  );
}

function effect(origin: Origin): Child[] {
  if (origin.poisoned === 0) return [say("No later operation used these values.")];
  const users = many(origin.poisoned, "later operation");
  const used = origin.poisoned_whole ? say("{} used these values; ", users) : say("At least {} used these values; ", users);
  const what = origin.nans === 0 ? say("NaN or Inf") : "NaN";
  const hold = origin.poisoned_results === 1 ? say("1 result contains {}", what) : say("{} results contain {}", count(origin.poisoned_results), what);
  if (origin.first_nan !== null) return [used, hold, say("; the infinities became NaN in "), leads(origin.first_nan), say(".")];
  return [used, hold, origin.nans === 0 && origin.poisoned_whole && say("; no result became NaN"), say(".")];
}

function leads(operation: Named): HTMLElement {
  return h("span", {}, link(operation.id, operation.name), operation.file !== null && [say(" at "), name(`${shortPath(operation.file)}:${operation.line}`)]);
}

function text(title: string, code: string): HTMLElement {
  const shown = h("pre", { tabindex: 0 }, name(code));
  return h("details", { class: "more" }, h("summary", {}, title), h("div", { class: "code" }, copyButton(code, shown), shown));
}

export function link(id: number, text: string): HTMLElement {
  return h("a", { href: `#op=${id}` }, name(text), h("span", { class: "id" }, ` #${id}`));
}
