/** Computes the positions of services, calls and call labels in pixels, with the layered layout of dagre. */
import { Graph, layout, type EdgeLabel, type GraphLabel, type NodeLabel } from "@dagrejs/dagre";
import type { FlowEdgeRow, FlowNodeRow } from "@/lib/contracts/traces/trace-flow";
import {
  createCallLine,
  createSelfCallLine,
  type CallLine,
  type DrawnBox,
  type FlowDirection,
  type Point,
} from "./flow-lines";
import { findSignificantChange, formatCallTime, isFailing } from "@/lib/sentences/traces/flow-text";

/** Maximum number of services on the map. Others are only in the table. */
export const maxDrawnServices = 30;
/**
 * Name of the node where requests enter. It cannot be the name of a service, and dagre does not accept an
 * empty name.
 */
export const entryNodeName = "\u0002requests";

const serviceHeight = 44;
const minLineWidth = 1.5;
const maxLineWidth = 12;
const margin = 16;

/** Sizes by flow direction. Two services next to each other fit on a phone. */
const sizes = {
  right: { rankdir: "LR", ranksep: 64, nodesep: 20, service: 164, outside: { width: 68, height: 16 } },
  down: { rankdir: "TB", ranksep: 44, nodesep: 6, service: 152, outside: { width: 148, height: 16 } },
} as const satisfies Record<FlowDirection, object>;

const labelHeight = 14;
/** Width of a marker with the space after it, in pixels. */
export const markerWidthPx = 15;
/** Width of the widest digit at the label's font size. Units have few letters. */
const characterWidth = 6.8;
const labelGap = 3;

/** Rectangle of a service. */
export interface DrawnNode extends DrawnBox {
  readonly name: string;
  /** Null for the node where requests enter. */
  readonly row: FlowNodeRow | null;
}

/** Line of a call with its label. */
export interface DrawnEdge extends CallLine {
  readonly key: string;
  readonly row: FlowEdgeRow;
  readonly strokeWidthPx: number;
  readonly label: (DrawnBox & { readonly text: string | null }) | null;
}

/** Positions of services and calls on the map. */
export interface FlowDrawing {
  readonly direction: FlowDirection;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  /** Numbers of services and calls that are not drawn. */
  readonly hiddenCounts: { readonly nodes: number; readonly edges: number };
}

/** Returns a unique key of a call. */
export function createEdgeKey({ from, to }: Pick<FlowEdgeRow, "from" | "to">): string {
  return JSON.stringify([from, to]);
}

type FlowGraph = Graph<GraphLabel, NodeLabel, EdgeLabel>;

/**
 * Computes the positions of services and calls on the map. `nodeRows` are sorted by share of the critical
 * path, and only the first ones are drawn. Services that exist only in the comparison window are also drawn.
 */
export function layoutFlow(
  nodeRows: readonly FlowNodeRow[],
  edgeRows: readonly FlowEdgeRow[],
  direction: FlowDirection = "right",
): FlowDrawing {
  const allNames = new Set([
    ...nodeRows.map(({ name }) => name),
    ...edgeRows.flatMap(({ from, to }) => (from === null ? [to] : [from, to])),
  ]);
  const names = [entryNodeName, ...[...allNames].slice(0, maxDrawnServices)];
  const drawn = edgeRows.filter(
    ({ from, to }) => names.includes(from ?? entryNodeName) && names.includes(to),
  );
  const graph = layoutGraph(names, drawn, direction);
  const shift = offsetInside(graph);
  const byName = new Map(nodeRows.map((row) => [row.name, row]));
  const boxOf = (name: string): DrawnBox => boxAround(graph.node(name), shift);
  const { width = 0, height = 0 } = graph.graph();
  return {
    direction,
    width: Math.max(width + shift.x, ...linePoints(graph).map(({ x }) => x + shift.x + margin)),
    height: Math.max(height + shift.y, ...linePoints(graph).map(({ y }) => y + shift.y + margin)),
    nodes: names.map((name) => ({ name, row: byName.get(name) ?? null, ...boxOf(name) })),
    edges: drawn.map((row) => {
      const from = row.from ?? entryNodeName;
      const label = graph.edge(from, row.to);
      const points = (label.points ?? []).map(({ x, y }) => ({ x: x + shift.x, y: y + shift.y }));
      const ends = { from: boxOf(from), to: boxOf(row.to) };
      const line =
        from === row.to
          ? createSelfCallLine(ends.from, boxAround(label, shift), direction)
          : createCallLine(ends, points.slice(1, -1), label, direction);
      const hasLabel = labelWidth(row) > 0;
      return {
        key: createEdgeKey(row),
        row,
        strokeWidthPx: lineWidth(row),
        ...line,
        label: hasLabel ? { ...labelBox(row, label, direction, shift), text: labelText(row) } : null,
      };
    }),
    hiddenCounts: { nodes: allNames.size - (names.length - 1), edges: edgeRows.length - drawn.length },
  };
}

/** Positions all nodes and calls. Services that nothing calls are placed after the node where requests enter. */
function layoutGraph(
  names: readonly string[],
  rows: readonly FlowEdgeRow[],
  direction: FlowDirection,
): FlowGraph {
  const { service, outside, ...separations } = sizes[direction];
  const graph: FlowGraph = new Graph();
  graph.setGraph({ ...separations, edgesep: 12, marginx: margin, marginy: margin });
  for (const name of names)
    graph.setNode(name, name === entryNodeName ? { ...outside } : { width: service, height: serviceHeight });
  for (const row of rows)
    graph.setEdge(row.from ?? entryNodeName, row.to, { ...labelSpace(row, direction), minlen: 1, weight: 1 });
  for (const name of names)
    if (name !== entryNodeName && (graph.predecessors(name) ?? []).length === 0)
      graph.setEdge(entryNodeName, name, { minlen: 1, weight: 0, width: 0, height: 0 });
  layout(graph);
  return graph;
}

/** The label shows the median duration, with markers for errors and slowness. */
function labelText(row: FlowEdgeRow): string | null {
  const p50 = row.now?.latencyNs.p50 ?? null;
  return p50 === null ? null : formatCallTime(p50);
}

function labelWidth(row: FlowEdgeRow): number {
  const markerCount = (isFailing(row.now) ? 1 : 0) + (findSignificantChange(row) === "slower" ? 1 : 0);
  return markerCount * markerWidthPx + (labelText(row) ?? "").length * characterWidth;
}

/** Reserves space for a label next to its line. The label of a loop is beyond its turn, in the middle of the space. */
function labelSpace(row: FlowEdgeRow, direction: FlowDirection): EdgeLabel {
  const [width, height] = [labelWidth(row), labelHeight];
  if (row.from !== row.to) {
    const labelpos = direction === "right" ? "l" : "r";
    return { width, height, labelpos, labeloffset: lineWidth(row) / 2 + labelGap };
  }
  const loop =
    direction === "right"
      ? { width, height: 2 * (height + labelGap) }
      : { width: 2 * (width + labelGap), height };
  return { ...loop, labelpos: "c" };
}

function labelBox(row: FlowEdgeRow, space: EdgeLabel, direction: FlowDirection, shift: Point): DrawnBox {
  const [width, height, { x = 0, y = 0 }] = [labelWidth(row), labelHeight, space];
  if (row.from !== row.to) return boxAround({ x, y, width, height }, shift);
  return direction === "right"
    ? boxAround({ x, y: y + labelGap + height / 2, width, height }, shift)
    : boxAround({ x: x + labelGap + width / 2, y, width, height }, shift);
}

function lineWidth({ now, before }: FlowEdgeRow): number {
  const share = Math.min(1, Math.max(0, (now ?? before)?.criticalShare ?? 0));
  return minLineWidth + share * (maxLineWidth - minLineWidth);
}

function linePoints(graph: FlowGraph): readonly Point[] {
  return graph.edges().flatMap((edge) => graph.edge(edge).points ?? []);
}

/** dagre's size includes nodes and labels, but not lines, which may lie outside. */
function offsetInside(graph: FlowGraph): Point {
  const points = linePoints(graph);
  return {
    x: Math.max(0, ...points.map(({ x }) => margin - x)),
    y: Math.max(0, ...points.map(({ y }) => margin - y)),
  };
}

function boxAround(
  { x = 0, y = 0, width = 0, height = 0 }: Pick<EdgeLabel, "x" | "y" | "width" | "height">,
  shift: Point,
): DrawnBox {
  return { x: x + shift.x - width / 2, y: y + shift.y, width, height };
}
