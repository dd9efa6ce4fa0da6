// A drawing of a graph in layers, data flowing downwards: dagre places nodes, links and the labels of links.
import { Graph, layout } from "@dagrejs/dagre";

export const NODE_WIDTH = 196;
export const NODE_HEIGHT = 46;
const GAP = 22;
const RISE = 54;
const LOOSE_WIDTH = 1090;
const LETTER = 7;
const LABEL_HEIGHT = 14;
// Above so many nodes the exact ranks of network simplex take longer than a reader waits.
const EXACT = 150;

export type Point = [number, number];

export interface Drawn {
  x: Float64Array;
  y: Float64Array;
  width: number;
  height: number;
  // Of each link the points that it passes, and the middle of its label.
  lines: { points: Point[]; label: Point }[];
}

export interface Labelled {
  source: number;
  target: number;
  label: string;
}

export type Size = [number, number];

export function layered(sizes: Size[], links: Labelled[]): Drawn {
  const count = sizes.length;
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: GAP, ranksep: RISE, edgesep: 14, ranker: count <= EXACT ? "network-simplex" : "longest-path" });
  for (const { source, target } of links) for (const at of [source, target]) graph.setNode(String(at), { width: sizes[at]![0], height: sizes[at]![1] });
  links.forEach((link, at) => graph.setEdge(downwards(link, at),
    { width: link.label.length * LETTER, height: link.label === "" ? 0 : LABEL_HEIGHT, labelpos: "c" }));
  layout(graph);
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  const loose: number[] = [];
  for (let at = 0; at < count; at++) {
    const node = graph.hasNode(String(at)) ? graph.node(String(at)) : undefined;
    if (node === undefined) loose.push(at);
    else [x[at], y[at]] = [node.x! - sizes[at]![0] / 2, node.y! - sizes[at]![1] / 2];
  }
  const size = links.length > 0 ? graph.graph() : {};
  const bottom = links.length > 0 ? (size.height ?? 0) + RISE : 0;
  let [across, top, tallest] = [0, bottom, 0];
  for (const at of loose) {
    const [wide, high] = sizes[at]!;
    if (across > 0 && across + wide > LOOSE_WIDTH) [across, top, tallest] = [0, top + tallest + 16, 0];
    [x[at], y[at]] = [across, top];
    [across, tallest] = [across + wide + GAP, Math.max(tallest, high)];
  }
  const lines = links.map((link, at) => {
    const edge = graph.edge(downwards(link, at));
    const points = (edge.points as { x: number; y: number }[]).map((point): Point => [point.x, point.y]);
    if (link.source > link.target) points.reverse();
    return { points, label: [edge.x ?? 0, edge.y ?? 0] as Point };
  });
  const end = (at: Float64Array, axis: 0 | 1): number => sizes.reduce((most, of, one) => Math.max(most, at[one]! + of[axis]), 0);
  return { x, y, width: Math.max(size.width ?? 0, end(x, 0)), height: Math.max(size.height ?? 0, end(y, 1)), lines };
}

// Nodes come in the order of time, and time flows down: a link back in time, which closes a loop, is laid out turned around.
function downwards(link: Labelled, at: number): { v: string; w: string; name: string } {
  return { v: String(Math.min(link.source, link.target)), w: String(Math.max(link.source, link.target)), name: String(at) };
}
