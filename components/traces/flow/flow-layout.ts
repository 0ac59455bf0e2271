/** Where services and calls are drawn. Pure: positions in pixels, from the rows of an answer. */
import type { FlowEdgeRow, FlowNodeRow } from "@/lib/contracts/trace-flow";
import { layersOf, passing, type LayerEdge } from "./flow-layers";

/** More services than this are told by the table alone. */
export const mostDrawn = 30;
/** The place that requests come from. */
export const outside = "";

export const nodeSize = { width: 164, height: 44, outside: 12 } as const;
const columnGap = 92;
const rowHeight = 64;
const passingHeight = 28;
const margin = 16;
const thinnest = 1.5;
const thickest = 12;

export interface DrawnNode {
  readonly name: string;
  /** Null for the place that requests come from. */
  readonly row: FlowNodeRow | null;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface DrawnEdge {
  readonly key: string;
  readonly row: FlowEdgeRow;
  readonly path: string;
  readonly width: number;
  readonly middle: Point;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface FlowDrawing {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  /** Services and calls that are not drawn. */
  readonly folded: { readonly nodes: number; readonly edges: number };
}

export function edgeKey({ from, to }: Pick<FlowEdgeRow, "from" | "to">): string {
  return JSON.stringify([from, to]);
}

/** `nodes` with the largest share of the critical path first: those are drawn. A service that only the other window saw is drawn too. */
export function drawFlow(nodes: readonly FlowNodeRow[], rows: readonly FlowEdgeRow[]): FlowDrawing {
  const all = new Set([
    ...nodes.map(({ name }) => name),
    ...rows.flatMap(({ from, to }) => (from === null ? [to] : [from, to])),
  ]);
  const shown = [...all].slice(0, mostDrawn);
  const isShown = new Set([outside, ...shown]);
  const drawn = rows.filter(({ from, to }) => isShown.has(from ?? outside) && isShown.has(to));
  const ends = drawn.map(({ from, to }): LayerEdge => ({ from: from ?? outside, to }));
  const { layers, layerOf, backward } = layersOf(outside, shown, ends);
  const places = placesOf(layers);
  const byName = new Map(nodes.map((row) => [row.name, row]));
  const below = Math.max(0, ...[...places.values()].map(({ y }) => y)) + rowHeight / 2;
  const edges = drawn.map((row, index): DrawnEdge => {
    const from = ends[index]?.from ?? outside;
    const points = backward.has(index)
      ? null
      : [from, ...passed(index, layerOf.get(from) ?? 0, layerOf.get(row.to) ?? 0), row.to];
    return {
      key: edgeKey(row),
      row,
      width: widthOf(row),
      ...lineOf(points ?? [from, row.to], places, points === null ? below : null),
    };
  });
  const drawnNodes = [outside, ...shown].map((name): DrawnNode => {
    const at = places.get(name) ?? { x: 0, y: 0 };
    return { name, row: byName.get(name) ?? null, ...at, width: sizeOf(name) };
  });
  return {
    width: columnX(layers.length - 1) + nodeSize.width + margin,
    height: below + (backward.size > 0 ? rowHeight : margin),
    nodes: drawnNodes,
    edges,
    folded: { nodes: all.size - shown.length, edges: rows.length - drawn.length },
  };
}

function sizeOf(name: string): number {
  return name === outside ? nodeSize.outside : nodeSize.width;
}

function widthOf({ now, before }: FlowEdgeRow): number {
  const share = Math.min(1, Math.max(0, (now ?? before)?.criticalShare ?? 0));
  return thinnest + share * (thickest - thinnest);
}

function passed(edge: number, from: number, to: number): readonly string[] {
  return Array.from({ length: Math.max(0, to - from - 1) }, (_, step) => passing(edge, from + 1 + step));
}

/** Left edges, and middles from the top; each layer stands around the middle of the tallest. */
function placesOf(layers: readonly (readonly string[])[]): ReadonlyMap<string, Point> {
  const heights = layers.map((layer) => layer.reduce((sum, name) => sum + heightOf(name), 0));
  const tallest = Math.max(...heights);
  const places = new Map<string, Point>();
  for (const [index, layer] of layers.entries()) {
    let y = margin + (tallest - (heights[index] ?? 0)) / 2;
    const x = columnX(index);
    for (const name of layer) {
      const height = heightOf(name);
      places.set(name, { x, y: y + height / 2 });
      y += height;
    }
  }
  return places;
}

function columnX(index: number): number {
  if (index === 0) return margin;
  return margin + nodeSize.outside + columnGap + (index - 1) * (nodeSize.width + columnGap);
}

function heightOf(name: string): number {
  return name.startsWith("\u0000") ? passingHeight : rowHeight;
}

/** `below`: for a call that leads back, the height under all services by which it goes; null for all others. */
function lineOf(
  names: readonly string[],
  places: ReadonlyMap<string, Point>,
  below: number | null,
): { readonly path: string; readonly middle: Point } {
  const at = (name: string): Point => places.get(name) ?? { x: 0, y: 0 };
  const first = names[0] ?? outside;
  const last = names.at(-1) ?? outside;
  const start = { x: at(first).x + sizeOf(first), y: at(first).y };
  const end = { x: at(last).x - arrowRoom, y: at(last).y };
  if (below !== null) return lineBack(start, end, below);
  const through = names.slice(1, -1).flatMap((name) => {
    const { x, y } = at(name);
    return [
      { x, y },
      { x: x + nodeSize.width, y },
    ];
  });
  const points = [start, ...through, end];
  const parts = points.slice(1).map((to, index) => curve(points[index] ?? start, to));
  const [left, right] = [points[0] ?? start, points[1] ?? end];
  return {
    path: `M${xy(start)} ${parts.join(" ")}`,
    // In the first gap: of calls that pass a layer the label stands where they begin.
    middle: { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 },
  };
}

export const arrowRoom = 7;

function curve(from: Point, to: Point): string {
  const bend = (to.x - from.x) / 2;
  return `C${xy({ x: from.x + bend, y: from.y })} ${xy({ x: to.x - bend, y: to.y })} ${xy(to)}`;
}

function lineBack(start: Point, end: Point, y: number): { readonly path: string; readonly middle: Point } {
  const path = `M${xy(start)} C${xy({ x: start.x + columnGap / 2, y })} ${xy({ x: start.x, y })} ${xy({ x: (start.x + end.x) / 2, y })} C${xy({ x: end.x, y })} ${xy({ x: end.x - columnGap / 2, y })} ${xy(end)}`;
  return { path, middle: { x: (start.x + end.x) / 2, y } };
}

function xy({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
