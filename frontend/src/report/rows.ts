// A list of any length of which only the rows in sight exist as elements.
import { h, replace } from "../shared/element";

// Browsers stop at about 17 to 33 million pixels; beyond this height the scroll bar stands for more than one pixel each.
const TALLEST = 8_000_000;

export class Rows {
  readonly element: HTMLElement;
  private readonly inner: HTMLElement;
  private first = 0; // row at the upper edge, in rows
  private length = 0;
  private own = -1; // the scroll position that we set ourselves
  selected = -1;

  constructor(
    private readonly id: string,
    label: string,
    private readonly rowHeight: () => number,
    private readonly draw: (at: number) => HTMLElement,
    private readonly open: (at: number) => void,
  ) {
    this.inner = h("div", { class: "rows-inner", role: "rowgroup" });
    this.element = h("div", { class: "rows", id, role: "grid", "aria-label": label, tabindex: 0 }, this.inner);
    this.element.addEventListener("scroll", () => this.scrolled());
    this.element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("click", (event) => this.clicked(event));
    new ResizeObserver(() => this.show()).observe(this.element);
  }

  resize(length: number): void {
    this.length = length;
    this.element.setAttribute("aria-rowcount", String(length));
    this.selected = -1;
    this.moveTo(0);
  }

  select(at: number): void {
    if (this.length === 0) return;
    this.selected = Math.max(0, Math.min(this.length - 1, at));
    const page = this.pageRows();
    if (this.selected < this.first) this.moveTo(this.selected);
    else if (this.selected > this.first + page - 2) this.moveTo(this.selected - page + 2);
    else this.show();
  }

  private get tall(): number {
    return Math.max(0, this.length * this.rowHeight());
  }

  private pageRows(): number {
    return Math.max(1, Math.floor(this.element.clientHeight / this.rowHeight()));
  }

  private lastFirst(): number {
    return Math.max(0, this.length - this.element.clientHeight / this.rowHeight());
  }

  private moveTo(first: number): void {
    this.first = Math.max(0, Math.min(this.lastFirst(), first));
    const most = Math.min(this.tall, TALLEST) - this.element.clientHeight;
    const share = this.lastFirst() === 0 ? 0 : this.first / this.lastFirst();
    this.inner.style.height = `${Math.min(this.tall, TALLEST)}px`;
    this.element.scrollTop = Math.round(share * Math.max(0, most));
    this.own = this.element.scrollTop;
    this.show();
  }

  private scrolled(): void {
    const top = this.element.scrollTop;
    if (Math.abs(top - this.own) < 1) return;
    this.own = -1;
    const most = Math.min(this.tall, TALLEST) - this.element.clientHeight;
    this.first = most <= 0 ? 0 : (top / most) * this.lastFirst();
    this.show();
  }

  private wheel(event: WheelEvent): void {
    // Where a pixel of the scroll bar is more than one row, the wheel still goes row by row.
    if (this.tall <= TALLEST || event.ctrlKey) return;
    event.preventDefault();
    this.moveTo(this.first + event.deltaY / this.rowHeight());
  }

  private key(event: KeyboardEvent): void {
    const page = this.pageRows();
    const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page, Home: -this.length, End: this.length };
    const step = steps[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step !== undefined && this.selected < 0 && Math.abs(step) === 1) this.select(Math.floor(this.first));
    else if (step !== undefined) this.select(Math.max(this.selected, 0) + step);
    else if (event.key === "Enter" && this.selected >= 0) this.open(this.selected);
    else return;
    event.preventDefault();
  }

  private clicked(event: MouseEvent): void {
    const row = (event.target as Element).closest<HTMLElement>("[data-at]");
    if (row === null) return;
    this.select(Number(row.dataset["at"]));
    this.open(this.selected);
  }

  show(): void {
    const height = this.rowHeight();
    const scroll = this.element.scrollTop;
    const from = Math.max(0, Math.floor(this.first) - 4);
    const to = Math.min(this.length, Math.ceil(this.first) + this.pageRows() + 5);
    const rows: HTMLElement[] = [];
    for (let at = from; at < to; at++) {
      const row = this.draw(at);
      row.id = `${this.id}-${at}`;
      row.dataset["at"] = String(at);
      row.setAttribute("role", "row");
      row.setAttribute("aria-rowindex", String(at + 1));
      row.setAttribute("aria-selected", String(at === this.selected));
      row.style.top = `${Math.round(scroll + (at - this.first) * height)}px`;
      rows.push(row);
    }
    replace(this.inner, rows);
    if (this.selected >= from && this.selected < to) {
      this.element.setAttribute("aria-activedescendant", `${this.id}-${this.selected}`);
    } else this.element.removeAttribute("aria-activedescendant");
  }
}
