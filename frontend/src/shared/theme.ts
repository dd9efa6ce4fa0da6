// Dark and light: as the system has it, until the reader says otherwise.
import { h } from "./element";
import { say } from "./language";

const ORDER = ["auto", "light", "dark"] as const;

export function themeButton(label: (theme: string) => string = words): HTMLButtonElement {
  let at = Math.max(0, ORDER.indexOf(remembered() as (typeof ORDER)[number]));
  const button = h("button", { class: "quiet", id: "theme" });
  const show = (): void => {
    const theme = ORDER[at] ?? "auto";
    document.documentElement.dataset["theme"] = theme;
    button.textContent = label(theme);
    remember(theme);
    document.dispatchEvent(new Event("theme"));
  };
  button.addEventListener("click", () => {
    at = (at + 1) % ORDER.length;
    show();
  });
  show();
  return button;
}

function words(theme: string): string {
  return { auto: say("theme: auto"), light: say("theme: light"), dark: say("theme: dark") }[theme] ?? theme;
}

// Pages opened from a disk, or in a private window, may have no storage.
function remembered(): string {
  try {
    return localStorage.getItem("numscope-theme") ?? "auto";
  } catch {
    return "auto";
  }
}

function remember(theme: string): void {
  try {
    localStorage.setItem("numscope-theme", theme);
  } catch {
    return;
  }
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
