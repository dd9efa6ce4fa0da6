// Dark and light: as the system has it, until the reader says otherwise.
import { h } from "./element";
import { store, stored } from "./storage";

const KEY = "numscope-theme";
const ORDER = ["auto", "light", "dark"] as const;

export function themeButton(label: (theme: string) => string): HTMLButtonElement {
  let at = Math.max(0, ORDER.indexOf((stored(KEY) ?? "auto") as (typeof ORDER)[number]));
  const button = h("button", { class: "quiet", id: "theme" });
  const show = (): void => {
    const theme = ORDER[at] ?? "auto";
    document.documentElement.dataset["theme"] = theme;
    button.textContent = label(theme);
    store(KEY, theme);
    document.dispatchEvent(new Event("theme"));
  };
  button.addEventListener("click", () => {
    at = (at + 1) % ORDER.length;
    show();
  });
  show();
  return button;
}

// What a colour of the style sheet is in the present theme: a canvas can't look it up by itself.
export function color(variable: string): string {
  const probe = h("span", { hidden: true });
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}
