// What stands behind # in the address: a section's name, or parameters such as `op=12&q=tanh&order=time`.

export function parameters(): URLSearchParams {
  const hash = location.hash.slice(1);
  return new URLSearchParams(hash.includes("=") ? hash : "");
}

// Put parameters into the address; "" takes one out. Nothing is loaded or scrolled.
export function change(part: Record<string, string>): void {
  history.replaceState(null, "", `#${changed(part)}`);
  last = parameters();
}

let last = new URLSearchParams();

// After a link that names an operation alone: what else was in the address comes back.
export function complete(): void {
  const wanted = parameters();
  change(Object.fromEntries([...last].filter(([name]) => name !== "op" && !wanted.has(name))));
}

// The parameters as they would be with these.
export function changed(part: Record<string, string>): string {
  const wanted = parameters();
  for (const [name, value] of Object.entries(part)) {
    if (value === "") wanted.delete(name);
    else wanted.set(name, value);
  }
  return wanted.toString();
}
