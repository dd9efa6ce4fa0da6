// The one way in which pages make elements. Texts become text nodes, so no name of a trace is ever read as HTML.

export type Child = Node | string | number | null | undefined | false;
export type Properties = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

const SVG = "http://www.w3.org/2000/svg";

export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  fill(element, properties, children);
  return element;
}

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: (Child | Child[])[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag);
  fill(element, properties, children);
  return element;
}

function fill(element: Element, properties: Properties, children: (Child | Child[])[]): void {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
}

export function append(element: Element, children: (Child | Child[])[]): void {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : plain(String(child)));
  }
}

export function replace(element: Element, ...children: (Child | Child[])[]): void {
  element.replaceChildren();
  append(element, children);
}

// Control characters and those that turn the direction of text around are shown as what they are.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export function plain(text: string): string {
  return text.replace(UNSEEN, (letter) => {
    const code = letter.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return `\u27e8U+${code.toString(16).toUpperCase().padStart(4, "0")}\u27e9`;
  });
}

// A text of a trace: kept apart from what stands around it, whichever direction it runs in.
export function name(text: string, properties: Properties = {}): HTMLElement {
  return h("bdi", properties, text);
}

// An option in a sentence with its value, "--values auto": a browser breaks lines behind each hyphen and space.
const OPTION = /(--[a-z-]+(?: [\w.]+)?)/;

export function unbroken(text: string): Child[] {
  return text.split(OPTION).map((part, at) => (at % 2 === 1 ? h("span", { class: "unbroken" }, part) : part));
}
