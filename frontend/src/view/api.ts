// What the server of `numscope view` answers; each request carries the token of the page's address.
import type { Costs, Described, Fault, Overview, SourceFile } from "../report/answers";

const TOKEN = new URLSearchParams(location.search).get("token") ?? "";

export interface Run {
  name: string;
  path: string;
  live: boolean;
}

export interface Summary {
  overview: Overview;
  trace: string;
  verdict: Fault[];
  verdict_found: number;
  looked: string[];
  advice: { kind: string; file: string; line: number; problem: string }[];
  advice_found: number;
  costs: Costs;
}

export interface Row {
  id: number;
  name: string;
  given: string;
  gave: string;
  duration_ns: number;
  file: string;
  line: number;
  visible: boolean;
  raised: boolean;
  nonfinite: string;
}

export interface Page {
  matching: number;
  rows: Row[];
}

export interface Hot {
  name: string;
  site: string;
  calls: number;
  self_ns: number;
  nonfinite: number;
}

export interface Figures {
  recorded: number;
  left_out: number;
  rate: number;
  nonfinite: number;
  hot: Hot[];
  ended: boolean;
}

export const runs = (): Promise<Run[]> => ask("/runs");
export const summary = (run: number): Promise<Summary> => ask(`/summary/${run}`);
export const source = (run: number): Promise<SourceFile[]> => ask(`/source/${run}`);
export const operations = (run: number, query: Record<string, string>): Promise<Page> => ask(`/operations/${run}`, query);
export const operation = (run: number, id: string): Promise<Row & { described: Described }> => ask(`/operation/${run}`, { id });
export const diff = (first: number, second: number, columns: number): Promise<{ equal: boolean; text: string }> => ask(`/diff/${first}/${second}`, { columns: String(columns) });

export function events(run: number, seen: (figures: Figures) => void): void {
  const stream = new EventSource(address(`/events/${run}`));
  stream.addEventListener("message", (event: MessageEvent<string>) => {
    const figures = JSON.parse(event.data) as Figures;
    if (figures.ended) stream.close();
    seen(figures);
  });
}

async function ask<Answer>(path: string, query: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(address(path, query));
  if (!response.ok) throw new Error((await response.text()).trim());
  return (await response.json()) as Answer;
}

function address(path: string, query: Record<string, string> = {}): string {
  return `${path}?${new URLSearchParams({ ...query, token: TOKEN }).toString()}`;
}
