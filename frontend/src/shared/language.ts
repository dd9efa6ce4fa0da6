// What pages say, in English or Chinese: texts stand in the code in English, and `chinese.ts` has each in Chinese.
import { CHINESE, type Text } from "./chinese";
import { h } from "./element";
import { store, stored } from "./storage";

type Language = "en" | "zh";

const KEY = "numscope-language";
const language: Language = chosen();

// A text of the page's own, with values in the place of {}, or of {0}, {1} where their order is another.
export function say(text: Text, ...values: (string | number)[]): string {
  let next = 0;
  const found = language === "zh" ? CHINESE[text] : text;
  return found.replace(/\{(\d?)\}/g, (_, at: string) => String(values[at === "" ? next++ : Number(at)]));
}

// Changes to the other language: the page is shown anew, at the same place.
export function languageButton(): HTMLElement {
  document.documentElement.lang = language;
  const other: Language = language === "en" ? "zh" : "en";
  return h("button", { class: "quiet", id: "language", lang: other, click: () => change(other) }, other === "zh" ? "\u4e2d\u6587" : "English");
}

// What the button of the theme says.
export function themeText(theme: string): string {
  return { auto: say("theme: auto"), light: say("theme: light"), dark: say("theme: dark") }[theme] ?? theme;
}

// What the reader chose last; else what the page was written in.
function chosen(): Language {
  const kept = new URLSearchParams(location.search).get("lang") ?? stored(KEY) ?? document.documentElement.lang;
  return kept === "zh" ? "zh" : "en";
}

// Without storage the address keeps it, which loads the page anew by itself.
function change(wanted: Language): void {
  if (store(KEY, wanted)) return location.reload();
  const address = new URL(location.href);
  address.searchParams.set("lang", wanted);
  location.replace(address);
}
