// A drawing of a graph in layers, data flowing downwards: dagre places nodes, links and the labels of links.
import { Graph, layout } from "@dagrejs/dagre";

export const NODE_WIDTH = 196;
export const NODE_HEIGHT = 46;
const GAP = 22;
const RISE = 54;
const LOOSE_A_ROW = 5;
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

export function layered(count: number, links: Labelled[]): Drawn {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: GAP, ranksep: RISE, edgesep: 14, ranker: count <= EXACT ? "network-simplex" : "longest-path" });
  for (const { source, target } of links) for (const at of [source, target]) graph.setNode(String(at), { width: NODE_WIDTH, height: NODE_HEIGHT });
  links.forEach((link, at) => graph.setEdge(downwards(link, at),
    { width: link.label.length * LETTER, height: link.label === "" ? 0 : LABEL_HEIGHT, labelpos: "c" }));
  layout(graph);
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  const loose: number[] = [];
  for (let at = 0; at < count; at++) {
    const node = graph.hasNode(String(at)) ? graph.node(String(at)) : undefined;
    if (node === undefined) loose.push(at);
    else [x[at], y[at]] = [node.x! - NODE_WIDTH / 2, node.y! - NODE_HEIGHT / 2];
  }
  const size = links.length > 0 ? graph.graph() : {};
  const bottom = links.length > 0 ? (size.height ?? 0) + RISE : 0;
  loose.forEach((at, number) => {
    x[at] = (number % LOOSE_A_ROW) * (NODE_WIDTH + GAP);
    y[at] = bottom + Math.floor(number / LOOSE_A_ROW) * (NODE_HEIGHT + 16);
  });
  const lines = links.map((link, at) => {
    const edge = graph.edge(downwards(link, at));
    const points = (edge.points as { x: number; y: number }[]).map((point): Point => [point.x, point.y]);
    if (link.source > link.target) points.reverse();
    return { points, label: [edge.x ?? 0, edge.y ?? 0] as Point };
  });
  const right = (at: Float64Array, wide: number): number => (count === 0 ? 0 : Math.max(...at) + wide);
  return { x, y, width: Math.max(size.width ?? 0, right(x, NODE_WIDTH)), height: Math.max(size.height ?? 0, right(y, NODE_HEIGHT)), lines };
}

// Nodes come in the order of time, and time flows down: a link back in time, which closes a loop, is laid out turned around.
function downwards(link: Labelled, at: number): { v: string; w: string; name: string } {
  return { v: String(Math.min(link.source, link.target)), w: String(Math.max(link.source, link.target)), name: String(at) };
}
