/**
 * Services as nodes and calls between them as edges, from the traces of a window.
 *
 * A call is a span whose parent is of another service, or a client's span that nobody answered, which leads to what its attributes
 * name. Latency is the called side's own, and the caller's where it is all there is. On the network is the client's span less the
 * called one, where both were sent: what the requests waited for there is the call's, and no work of the service that makes it. The
 * critical share of an edge is what they waited for on that way and in the visits it led to, each up to the next service: over all
 * edges, the one from outside among them, these add up to 1 where nothing is broken. So do the services' own shares and the ways'.
 */
import { summariseQuantiles, type QuantileSummary } from "@/lib/analysis/statistics/observed-quantile";
import type { AnalysedRow, AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { networkTimes } from "./network-times";
import { answeredRows, peerOf } from "./peers";
import { visitsOf } from "./service-segments";

export interface FlowMapInput {
  readonly traces: readonly AnalysedTrace[];
  readonly windowSeconds: number;
  /** Traces per request; null when unknown: rates are then of the traces alone. */
  readonly samplingRatio: number | null;
}

export interface FlowNode {
  readonly name: string;
  /** No span of its own was seen: named by those that call it. */
  readonly isExternal: boolean;
  readonly traces: number;
  readonly spans: number;
  readonly errors: number;
  /** Of its own work, without the ways to those that it calls. */
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
  readonly latencyNs: QuantileSummary;
  readonly durationsNs: readonly number[];
  /** Median; null where no call was seen from both sides by spans of its own. */
  readonly networkNs: number | null;
  /** Of the called side's own work and the way there and back. */
  readonly criticalShare: number;
  /** The part of it that is the way. */
  readonly networkShare: number;
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
  networkWaitNs: number;
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
export function flowMap({ traces, windowSeconds, samplingRatio }: FlowMapInput): FlowMap {
  const [edges, nodes] = [new Map<string, EdgeSums>(), new Map<string, NodeSums>()];
  for (const [traceIndex, trace] of traces.entries()) addTrace(trace, traceIndex, { edges, nodes });
  const totalNs = traces.reduce((sum, { durationNs }) => sum + durationNs, 0);
  const shareOf = (ns: number): number => (totalNs > 0 ? ns / totalNs : 0);
  const seconds = windowSeconds * (samplingRatio ?? 1);
  const tracedNodes = [...nodes].map(([name, one]): FlowNode => ({
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
    latencyNs: summariseQuantiles(durations),
    durationsNs: durations,
    networkNs: summariseQuantiles(network).p50,
    criticalShare: shareOf(one.criticalNs + one.networkWaitNs),
    networkShare: shareOf(one.networkWaitNs),
  }));
  return {
    traces: traces.length,
    isScaled: samplingRatio !== null,
    nodes: [...tracedNodes, ...externalNodes([...edges.values()], nodes)].sort(
      (a, b) => b.criticalShare - a.criticalShare || (a.name < b.name ? -1 : 1),
    ),
    edges: allEdges.sort((a, b) => b.criticalShare - a.criticalShare || b.calls - a.calls),
  };
}

interface Sums {
  readonly edges: Map<string, EdgeSums>;
  readonly nodes: Map<string, NodeSums>;
}

function addTrace(trace: AnalysedTrace, traceIndex: number, sums: Sums): void {
  const { rows } = trace;
  addVisits(trace, traceIndex, sums);
  const answered = answeredRows(trace);
  for (const [index, row] of rows.entries()) {
    const node = nodeOf(sums.nodes, row.span.service);
    node.traces.add(traceIndex);
    node.spans += 1;
    if (row.span.isError) node.errors += 1;
    const peer = answered[index] === 1 ? null : peerOf(row.span);
    if (peer === null || peer === row.span.service) continue;
    addCall(edgeOf(sums.edges, { from: row.span.service, to: peer }), row, traceIndex, 0);
  }
}

function addVisits(trace: AnalysedTrace, traceIndex: number, { edges, nodes }: Sums): void {
  const { rows } = trace;
  const visits = visitsOf(trace);
  const visitNetworkTimes = networkTimes(rows, visits);
  // Time on a way is that of the call, and none of the visit in which its client's span lies.
  const waitedOnNetworkNs = new Float64Array(visits.length);
  for (const [index, { from }] of visits.entries())
    if (from >= 0)
      waitedOnNetworkNs[from] = (waitedOnNetworkNs[from] ?? 0) + (visitNetworkTimes[index]?.waitedNs ?? 0);
  for (const [index, { service, entry, caller, isOrphan, ...visit }] of visits.entries()) {
    const [row, above, networkTime] = [rows[entry], rows[caller], visitNetworkTimes[index]];
    if (row === undefined) continue;
    const visitNs = visit.criticalNs - (waitedOnNetworkNs[index] ?? 0);
    nodeOf(nodes, service).criticalNs += visitNs;
    // Whoever called an orphan is not known, and it is no call from outside.
    if (isOrphan && entry !== trace.tree.root) continue;
    const edge = edgeOf(edges, { from: above?.span.service ?? null, to: service });
    addCall(edge, row, traceIndex, visitNs);
    if (networkTime === null || networkTime === undefined) continue;
    edge.network.push(networkTime.ns);
    edge.networkWaitNs += networkTime.waitedNs;
  }
}

function addCall(edge: EdgeSums, { span }: AnalysedRow, traceIndex: number, criticalNs: number): void {
  edge.traces.add(traceIndex);
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
  const edge: EdgeSums = {
    ...ends,
    traces: new Set(),
    errors: 0,
    criticalNs: 0,
    networkWaitNs: 0,
    durations: [],
    network: [],
  };
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
  return [...byName].map(([name, incoming]) => ({
    name,
    isExternal: true,
    traces: new Set(incoming.flatMap(({ traces }) => [...traces])).size,
    spans: 0,
    errors: incoming.reduce((sum, { errors }) => sum + errors, 0),
    criticalShare: 0,
  }));
}
