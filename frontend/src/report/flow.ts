// The data flow, folded: files hold functions, functions hold calls of one place, those hold single operations.
import { type Numbers, loadColumn, loadDocument } from "../shared/blocks";
import { count, many, shortPath } from "../shared/format";
import { type Operations, firstAtLeast } from "./operations";
import { say } from "../shared/language";

// A level with more members than this is cut into stretches of the run.
const MOST_CHILDREN = 48;

export interface Group {
  key: string;
  label: string;
  detail: string;
  members: Int32Array; // places in `rows`, rising
  level: number; // of what its children are told apart by; LEVELS.length for a single operation
  parent: Group | null;
  children: Group[] | null;
}

export interface Link {
  source: number; // numbers of visible groups
  target: number;
  count: number;
  proven: boolean;
}

type Level = (row: number) => { key: string; label: string; detail: string };

export class Flow {
  readonly root: Group;
  private readonly levels: Level[];

  private constructor(
    private readonly operations: Operations,
    readonly rows: Numbers,
    private readonly source: Int32Array,
    private readonly target: Int32Array,
    private readonly proven: Numbers,
    readonly unknown: ReadonlyMap<number, string>,
  ) {
    this.levels = [
      (row) => this.place(row, "file"),
      (row) => this.place(row, "function"),
      (row) => this.site(row),
      (row) => ({ key: String(row), label: operations.name(row), detail: operations.gave(row) }),
    ];
    const members = Int32Array.from(rows, (_, at) => at);
    this.root = { key: "", label: say("all"), detail: "", members, level: 0, parent: null, children: null };
  }

  static async load(operations: Operations): Promise<Flow> {
    const [rows, target, back, proven] = await Promise.all(["flow_rows", "flow_target", "flow_back", "flow_proven"].map(loadColumn)) as [Numbers, Numbers, Numbers, Numbers];
    const unknown = await loadDocument<Record<string, string>>("flow_unknown");
    const place = new Int32Array(operations.length).fill(-1);
    rows.forEach((row, at) => { place[row] = at; });
    const to = Int32Array.from(target, (row) => place[row]!);
    const from = Int32Array.from(target, (row, at) => place[row - back[at]!]!);
    return new Flow(operations, rows, from, to, proven, new Map(Object.entries(unknown).map(([row, reason]) => [place[Number(row)]!, reason])));
  }

  single(group: Group): boolean {
    return group.members.length === 1 && group.level === this.levels.length;
  }

  children(group: Group): Group[] {
    if (group.children !== null) return group.children;
    const level = this.levels[group.level];
    if (level === undefined) return (group.children = []);
    if (group.level === this.levels.length - 1 || group.key.endsWith("~")) return (group.children = this.stretches(group));
    const parts = new Map<string, { members: number[]; label: string; detail: string }>();
    for (const at of group.members) {
      const { key, label, detail } = level(this.rows[at]!);
      const part = parts.get(key);
      if (part === undefined) parts.set(key, { members: [at], label, detail });
      else part.members.push(at);
    }
    const made = [...parts].map(([key, part]) => this.group(group, `${group.key}/${key}`, part.label, part.detail, Int32Array.from(part.members), group.level + 1));
    // A level that tells nothing apart is passed over.
    if (made.length === 1) return (group.children = this.children(made[0]!).map((child) => ({ ...child, parent: group })));
    return (group.children = made.length > MOST_CHILDREN ? this.bundled(group, made) : made);
  }

  // The path of groups from the root to the single operation at `row`; empty where the flow does not hold it.
  path(row: number): Group[] {
    const at = firstAtLeast(this.rows, row);
    if (this.rows[at] !== row) return [];
    const path = [this.root];
    for (let group = this.root; !this.single(group);) {
      const next = this.children(group).find((child) => holds(child.members, at));
      if (next === undefined) break;
      path.push(next);
      group = next;
    }
    return path;
  }

  links(visible: Group[]): Link[] {
    const shown = new Int32Array(this.rows.length).fill(-1);
    visible.forEach((group, number) => { for (const at of group.members) shown[at] = number; });
    const links = new Map<number, Link>();
    for (let edge = 0; edge < this.source.length; edge++) {
      const source = shown[this.source[edge]!]!;
      const target = shown[this.target[edge]!]!;
      if (source === target || source < 0 || target < 0) continue;
      const key = source * visible.length + target;
      const link = links.get(key);
      if (link === undefined) links.set(key, { source, target, count: 1, proven: this.proven[edge] === 1 });
      else {
        link.count++;
        link.proven ||= this.proven[edge] === 1;
      }
    }
    return [...links.values()];
  }

  unknownIn(group: Group): string | null {
    for (const at of group.members) {
      const reason = this.unknown.get(at);
      if (reason !== undefined) return reason;
    }
    return null;
  }

  private group(parent: Group, key: string, label: string, detail: string, members: Int32Array, level: number): Group {
    const row = this.rows[members[0]!]!;
    // One operation alone needs no more levels around it.
    if (members.length === 1) return { key, label: this.operations.name(row), detail: this.site(row).detail, members, level: this.levels.length, parent, children: null };
    return { key, label, detail, members, level, parent, children: null };
  }

  // Many operations of one place: stretches of the run, down to single operations.
  private stretches(group: Group): Group[] {
    const { members } = group;
    const size = members.length <= MOST_CHILDREN ? 1 : Math.ceil(members.length / (MOST_CHILDREN / 2));
    const made: Group[] = [];
    for (let first = 0; first < members.length; first += size) {
      const some = members.subarray(first, first + size);
      const row = this.rows[some[0]!]!;
      const label = some.length === 1 ? this.operations.name(row) : group.label;
      const detail = some.length === 1 ? this.operations.gave(row) : say("calls {} to {}", count(first + 1), count(first + some.length));
      made.push({ key: `${group.key}/${first}~`, label, detail, members: some, level: some.length === 1 ? this.levels.length : group.level, parent: group, children: null });
    }
    return made;
  }

  private bundled(group: Group, all: Group[]): Group[] {
    const size = Math.ceil(all.length / (MOST_CHILDREN / 2));
    const made: Group[] = [];
    for (let first = 0; first < all.length; first += size) {
      const some = all.slice(first, first + size);
      const members = Int32Array.from(some.flatMap((one) => [...one.members])).sort();
      const bundle: Group = { key: `${group.key}/${first}+`, label: `${some[0]!.label} \u2026`, detail: many(some.length, "place"), members, level: group.level, parent: group, children: null };
      bundle.children = some.length > MOST_CHILDREN ? this.bundled(bundle, some) : some.map((one) => ({ ...one, parent: bundle }));
      made.push(bundle);
    }
    return made;
  }

  private place(row: number, by: "file" | "function"): { key: string; label: string; detail: string } {
    const { file, function: inside } = this.operations.place(row);
    const short = file.split("/").pop() ?? file;
    if (by === "file") return { key: file, label: short || say("unknown place"), detail: shortPath(file) };
    return { key: inside, label: inside || say("unknown function"), detail: short };
  }

  private site(row: number): { key: string; label: string; detail: string } {
    const { file, line } = this.operations.place(row);
    const detail = `${file.split("/").pop() ?? ""}:${line}`;
    // What a library did on its own behalf is one node for each line that led to it.
    if (!this.operations.visible(row)) return { key: `@${line}`, label: say("inside a library"), detail };
    const label = this.operations.name(row);
    const key = `${label}@${line}@${this.operations.process(row)}@${this.operations.thread(row)}`;
    return { key, label, detail };
  }
}

function holds(members: Int32Array, at: number): boolean {
  let low = 0;
  let high = members.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (members[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return members[low] === at;
}
