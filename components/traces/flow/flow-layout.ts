/** Computes the positions of services and calls in pixels. Pure functions. */
import type { FlowEdgeRow, FlowNodeRow } from "@/lib/contracts/traces/trace-flow";
import { layoutLabels, type Box, type DrawnLabel, type LabelRequest } from "./flow-labels";
import { layersOf, passingLaneName, type LayerEdge } from "./flow-layers";
import { backwardLine, forwardLine, type FlowDirection, type Line, type FlowPosition } from "./flow-lines";
import { callTime, isFailing, significantChange } from "./flow-text";

/** Additional services are shown only in the table. */
export const maxDrawnServices = 30;
/** Name of the node where requests enter. */
export const outside = "";

export const nodeSize = { width: 164, height: 44, outside: 12 } as const;
const margin = 16;
const minLineWidth = 1.5;
const maxLineWidth = 12;

/** Lengths along and across the flow direction. */
interface Lengths {
  readonly node: number;
  readonly gap: number;
  /** Width across the flow of a service, and of a call that passes through a layer. */
  readonly lane: number;
  readonly passing: number;
  /** Width of a service on the screen. */
  readonly width: number;
  /** Space next to all services for calls that lead backward. */
  readonly back: number;
}
/** Two services next to each other fit on a phone. */
const narrowWidth = 152;
const lengthsOf: { readonly [D in FlowDirection]: Lengths } = {
  right: { node: nodeSize.width, gap: 92, lane: 64, passing: 28, width: nodeSize.width, back: 64 },
  down: { node: nodeSize.height, gap: 52, lane: narrowWidth + 6, passing: 28, width: narrowWidth, back: 48 },
};

export interface DrawnNode {
  readonly name: string;
  /** Null for the node where requests enter. */
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
  /** Null if there is nothing to show or no free position. */
  readonly label: DrawnLabel | null;
}

export interface FlowDrawing {
  readonly direction: FlowDirection;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  /** Number of calls whose duration has no label on the map. */
  readonly unlabelled: number;
  /** Numbers of services and calls that are not drawn. */
  readonly hidden: { readonly nodes: number; readonly edges: number };
}

export function edgeKey({ from, to }: Pick<FlowEdgeRow, "from" | "to">): string {
  return JSON.stringify([from, to]);
}

/**
 * Lays out the map. Draws the first services of `nodes`, which are sorted by share of the critical path. Services
 * that only the comparison window has are drawn too.
 */
export function layoutFlow(
  nodes: readonly FlowNodeRow[],
  rows: readonly FlowEdgeRow[],
  direction: FlowDirection = "right",
): FlowDrawing {
  const allNames = new Set([
    ...nodes.map(({ name }) => name),
    ...rows.flatMap(({ from, to }) => (from === null ? [to] : [from, to])),
  ]);
  const drawnNames = [...allNames].slice(0, maxDrawnServices);
  const drawnNameSet = new Set([outside, ...drawnNames]);
  const drawn = rows.filter(({ from, to }) => drawnNameSet.has(from ?? outside) && drawnNameSet.has(to));
  const ends = drawn.map(({ from, to }): LayerEdge => ({ from: from ?? outside, to }));
  const { layers, layerOf, backward } = layersOf(outside, drawnNames, ends);
  const lengths = lengthsOf[direction];
  const positions = positionNodes(layers, lengths);
  const byName = new Map(nodes.map((row) => [row.name, row]));
  const backLane = Math.max(0, ...[...positions.values()].map(({ across }) => across)) + lengths.lane / 2;
  const lines: Lines = { positions, lengths, direction, backLane };
  const drawnLines = drawn.map((row, index) => {
    const from = ends[index]?.from ?? outside;
    const through = passed(index, layerOf.get(from) ?? 0, layerOf.get(row.to) ?? 0);
    const line = backward.has(index)
      ? lineBack(from, row.to, lines)
      : lineThrough([from, ...through, row.to], lines);
    return { key: edgeKey(row), row, width: widthOf(row), ...line };
  });
  const isRight = direction === "right";
  const end = alongOf(layers.length - 1, lengths) + lengths.node + margin;
  const side = backLane + (backward.size > 0 ? lengths.back : margin);
  const size = { width: isRight ? end : side, height: isRight ? side : end };
  const services = [outside, ...drawnNames].map((name) => drawnNode(name, byName.get(name) ?? null, lines));
  const labelRequests = drawnLines.map(labelRequest);
  const labels = layoutLabels(labelRequests, {
    direction,
    ...size,
    occupied: services.map((one) => boxOf(one, direction)),
  });
  return {
    direction,
    ...size,
    nodes: services,
    edges: drawnLines.map(({ key, row, path, width }) => ({
      key,
      row,
      path,
      width,
      label: labels.get(key) ?? null,
    })),
    unlabelled: labelRequests.filter(
      ({ key, text }) => text !== null && typeof labels.get(key)?.text !== "string",
    ).length,
    hidden: { nodes: allNames.size - drawnNames.length, edges: rows.length - drawn.length },
  };
}

/** The label shows the median duration, with markers for errors and slowness. */
function labelRequest({
  key,
  row,
  width,
  anchors,
  points,
}: Pick<DrawnEdge, "key" | "row" | "width"> & Pick<Line, "anchors" | "points">): LabelRequest {
  const p50 = row.now?.latencyNs.p50 ?? null;
  const marks = (isFailing(row.now) ? 1 : 0) + (significantChange(row) === "slower" ? 1 : 0);
  return {
    key,
    text: p50 === null ? null : callTime(p50),
    markerCount: marks,
    lineWidth: width,
    anchors,
    points,
  };
}

/** Label of the node where requests enter: above it, or to the right if requests flow down. */
const sourceLabel = { width: 52, height: 14, offset: 18 } as const;

/** Returns the area that a service, or the node where requests enter, covers. */
export function boxOf({ name, x, y, width }: DrawnNode, direction: FlowDirection): Box {
  if (name !== outside) return { x, y: y - nodeSize.height / 2, width, height: nodeSize.height };
  if (direction === "down") return { x, y: y - 7, width: sourceLabel.offset + sourceLabel.width, height: 14 };
  return { x: 0, y: y - 10 - sourceLabel.height, width: sourceLabel.width, height: sourceLabel.height + 16 };
}

/** Converts to the left edge and the vertical centre, for both flow directions. */
function drawnNode(
  name: string,
  row: FlowNodeRow | null,
  { positions, lengths, direction }: Lines,
): DrawnNode {
  const { along, across } = positions.get(name) ?? originPosition;
  const width = name === outside ? nodeSize.outside : lengths.width;
  const at =
    direction === "right"
      ? { x: along, y: across }
      : { x: across - width / 2, y: along + sizeOf(name, lengths) / 2 };
  return { name, row, ...at, width };
}

/** Returns the length along the flow. */
function sizeOf(name: string, { node }: Lengths): number {
  return name === outside ? nodeSize.outside : node;
}

function widthOf({ now, before }: FlowEdgeRow): number {
  const share = Math.min(1, Math.max(0, (now ?? before)?.criticalShare ?? 0));
  return minLineWidth + share * (maxLineWidth - minLineWidth);
}

function passed(edge: number, from: number, to: number): readonly string[] {
  return Array.from({ length: Math.max(0, to - from - 1) }, (_, step) =>
    passingLaneName(edge, from + 1 + step),
  );
}

/** `along` is the start of a node, `across` is its centre. */
const originPosition: FlowPosition = { along: 0, across: 0 };

interface Lines {
  readonly positions: ReadonlyMap<string, FlowPosition>;
  readonly lengths: Lengths;
  readonly direction: FlowDirection;
  /** Lane next to all services for calls that lead backward. */
  readonly backLane: number;
}

/** Centres each layer relative to the widest layer. */
function positionNodes(
  layers: readonly (readonly string[])[],
  lengths: Lengths,
): ReadonlyMap<string, FlowPosition> {
  const widths = layers.map((layer) => layer.reduce((sum, name) => sum + laneOf(name, lengths), 0));
  const widest = Math.max(...widths);
  const positions = new Map<string, FlowPosition>();
  for (const [index, layer] of layers.entries()) {
    let across = margin + (widest - (widths[index] ?? 0)) / 2;
    const along = alongOf(index, lengths);
    for (const name of layer) {
      const lane = laneOf(name, lengths);
      positions.set(name, { along, across: across + lane / 2 });
      across += lane;
    }
  }
  return positions;
}

function alongOf(layer: number, { node, gap }: Lengths): number {
  if (layer === 0) return margin;
  return margin + nodeSize.outside + gap + (layer - 1) * (node + gap);
}

function laneOf(name: string, { lane, passing: narrow }: Lengths): number {
  return name.startsWith("\u0000") ? narrow : lane;
}

export const arrowLength = 7;

/** Returns the line of a call from its caller through the layers that it passes. */
function lineThrough(names: readonly string[], lines: Lines): Line {
  const { positions, lengths, direction } = lines;
  const { start, end } = endsOf(names[0] ?? outside, names.at(-1) ?? outside, lines);
  const through = names.slice(1, -1).flatMap((name) => {
    const { along, across } = positions.get(name) ?? originPosition;
    return [
      { along, across },
      { along: along + lengths.node, across },
    ];
  });
  return forwardLine([start, ...through, end], direction);
}

function lineBack(from: string, to: string, lines: Lines): Line {
  const { lengths, direction, backLane: across } = lines;
  return backwardLine({ ...endsOf(from, to, lines), across, bow: lengths.gap / 2 }, direction);
}

function endsOf(
  from: string,
  to: string,
  { positions, lengths }: Lines,
): { readonly start: FlowPosition; readonly end: FlowPosition } {
  const [first, last] = [positions.get(from) ?? originPosition, positions.get(to) ?? originPosition];
  return {
    start: { along: first.along + sizeOf(from, lengths), across: first.across },
    end: { along: last.along - arrowLength, across: last.across },
  };
}
