// A picture of the page as a file of its own: what the style sheet says of each part is written into the part.
const KEPT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "paint-order"];

export function saveAsSvg(picture: SVGElement, file: string): void {
  const copy = picture.cloneNode(true) as SVGElement;
  const parts = [picture, ...picture.querySelectorAll<SVGElement>("*")];
  [copy, ...copy.querySelectorAll<SVGElement>("*")].forEach((part, at) => {
    const style = getComputedStyle(parts[at]!);
    for (const name of KEPT) part.setAttribute(name, style.getPropertyValue(name));
    for (const name of ["tabindex", "role", "class", "data-place", "style"]) part.removeAttribute(name);
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
  link.download = file.replace(/[^\w.-]/g, "_");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
