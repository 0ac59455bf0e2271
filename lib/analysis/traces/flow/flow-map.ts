/**
 * Services as nodes and calls between them as edges, from the traces of a window.
 *
 * A call is a span whose parent is of another service, or a client's span that nobody answered, which leads to what its attributes
 * name. Latency is the called side's own, and the caller's where it is all there is. On the network is the client's span less the
 * called one, where both were sent. The critical share of an edge is what the requests waited for in the visits it led to, each up to
 * the next service: over all edges, the one from outside among them, these add up to 1 where nothing is broken.
 */
import { spreadOf, type Spread } from "@/lib/analysis/statistics/observed-quantile";
import type { AnalysedRow, AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { answeredRows, peerOf } from "./peers";
import { visitsOf, type Visit } from "./service-segments";

export interface FlowQuestion {
  readonly traces: readonly AnalysedTrace[];
  readonly windowSeconds: number;
  /** Traces per request; null when unknown: rates are then of the traces alone. */
  readonly sampled: number | null;
}

export interface FlowNode {
  readonly name: string;
  /** No span of its own was seen: named by those that call it. */
  readonly isExternal: boolean;
  readonly traces: number;
  readonly spans: number;
  readonly errors: number;
  readonly criticalShare: number;
}

export interface FlowEdge {
  /** Null: from outside of what is traced. */
  readonly from: string | null;
  readonly to: string;
  readonly calls: number;
  readonly traces: number;
  readonly errors: number;
  readonly perSecond: number;
  readonly latencyNs: Spread;
  readonly durationsNs: readonly number[];
  /** Median; null where no call was seen from both sides by spans of its own. */
  readonly networkNs: number | null;
  readonly criticalShare: number;
}

export interface FlowMap {
  readonly traces: number;
  readonly isScaled: boolean;
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

interface EdgeSums {
  readonly from: string | null;
  readonly to: string;
  readonly traces: Set<number>;
  errors: number;
  criticalNs: number;
  readonly durations: number[];
  readonly network: number[];
}

interface NodeSums {
  readonly traces: Set<number>;
  spans: number;
  errors: number;
  criticalNs: number;
}

/** Nodes and edges with the largest critical share first. Linear in the spans, apart from sorting. */
export function flowMap({ traces, windowSeconds, sampled }: FlowQuestion): FlowMap {
  const [edges, nodes] = [new Map<string, EdgeSums>(), new Map<string, NodeSums>()];
  for (const [place, trace] of traces.entries()) addTrace(trace, place, { edges, nodes });
  const wholeNs = traces.reduce((sum, { durationNs }) => sum + durationNs, 0);
  const shareOf = (ns: number): number => (wholeNs > 0 ? ns / wholeNs : 0);
  const seconds = windowSeconds * (sampled ?? 1);
  const seen = [...nodes].map(([name, one]): FlowNode => ({
    name,
    isExternal: false,
    traces: one.traces.size,
    spans: one.spans,
    errors: one.errors,
    criticalShare: shareOf(one.criticalNs),
  }));
  const allEdges = [...edges.values()].map(({ durations, network, ...one }): FlowEdge => ({
    from: one.from,
    to: one.to,
    calls: durations.length,
    traces: one.traces.size,
    errors: one.errors,
    perSecond: seconds > 0 ? durations.length / seconds : 0,
    latencyNs: spreadOf(durations),
    durationsNs: durations,
    networkNs: spreadOf(network).p50,
    criticalShare: shareOf(one.criticalNs),
  }));
  return {
    traces: traces.length,
    isScaled: sampled !== null,
    nodes: [...seen, ...externalNodes([...edges.values()], nodes)].sort(
      (a, b) => b.criticalShare - a.criticalShare || (a.name < b.name ? -1 : 1),
    ),
    edges: allEdges.sort((a, b) => b.criticalShare - a.criticalShare || b.calls - a.calls),
  };
}

interface Sums {
  readonly edges: Map<string, EdgeSums>;
  readonly nodes: Map<string, NodeSums>;
}

function addTrace(trace: AnalysedTrace, place: number, { edges, nodes }: Sums): void {
  const { rows } = trace;
  const visits = visitsOf(trace);
  const calls = callsByRow(visits);
  for (const { service, entry, caller, isOrphan, criticalNs } of visits) {
    const [row, above] = [rows[entry], rows[caller]];
    if (row === undefined) continue;
    nodeOf(nodes, service).criticalNs += criticalNs;
    // Whoever called an orphan is not known, and it is no call from outside.
    if (isOrphan && entry !== trace.tree.root) continue;
    const edge = edgeOf(edges, { from: above?.span.service ?? null, to: service });
    addCall(edge, row, place, criticalNs);
    const wayNs = (above?.span.durationNs ?? 0) - Math.max(0, row.span.durationNs);
    // Whom the client did not wait for tells nothing of the way there and back.
    if (above?.span.kind === "client" && calls.get(caller) === 1 && wayNs >= 0) edge.network.push(wayNs);
  }
  const answered = answeredRows(trace);
  for (const [index, row] of rows.entries()) {
    const node = nodeOf(nodes, row.span.service);
    node.traces.add(place);
    node.spans += 1;
    if (row.span.isError) node.errors += 1;
    const peer = answered[index] === 1 ? null : peerOf(row.span);
    if (peer === null || peer === row.span.service) continue;
    addCall(edgeOf(edges, { from: row.span.service, to: peer }), row, place, 0);
  }
}

/** A client's span around several calls is longer than each of them by the others' time too: it tells the way of none. */
function callsByRow(visits: readonly Visit[]): ReadonlyMap<number, number> {
  const calls = new Map<number, number>();
  for (const { caller } of visits) calls.set(caller, (calls.get(caller) ?? 0) + 1);
  return calls;
}

function addCall(edge: EdgeSums, { span }: AnalysedRow, place: number, criticalNs: number): void {
  edge.traces.add(place);
  if (span.isError) edge.errors += 1;
  edge.criticalNs += criticalNs;
  edge.durations.push(Math.max(0, span.durationNs));
}

function nodeOf(nodes: Map<string, NodeSums>, name: string): NodeSums {
  const known = nodes.get(name);
  if (known !== undefined) return known;
  const node: NodeSums = { traces: new Set(), spans: 0, errors: 0, criticalNs: 0 };
  nodes.set(name, node);
  return node;
}

function edgeOf(edges: Map<string, EdgeSums>, ends: Pick<EdgeSums, "from" | "to">): EdgeSums {
  const key = JSON.stringify([ends.from, ends.to]);
  const known = edges.get(key);
  if (known !== undefined) return known;
  const edge: EdgeSums = { ...ends, traces: new Set(), errors: 0, criticalNs: 0, durations: [], network: [] };
  edges.set(key, edge);
  return edge;
}

/** Called, and never heard of by spans of its own. */
function externalNodes(
  edges: readonly EdgeSums[],
  nodes: ReadonlyMap<string, NodeSums>,
): readonly FlowNode[] {
  const byName = Map.groupBy(
    edges.filter(({ to }) => !nodes.has(to)),
    ({ to }) => to,
  );
  return [...byName].map(([name, own]) => ({
    name,
    isExternal: true,
    traces: new Set(own.flatMap(({ traces }) => [...traces])).size,
    spans: 0,
    errors: own.reduce((sum, { errors }) => sum + errors, 0),
    criticalShare: 0,
  }));
}
