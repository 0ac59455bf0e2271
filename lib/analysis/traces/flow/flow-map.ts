/**
 * Builds the service flow map of a window's traces: services are nodes, calls are edges.
 *
 * A call is a span whose parent belongs to another service, or a client span without a span of the called service; its
 * attributes name the peer. Latency is measured by the called service, or by the caller when only its span exists.
 * Network time is the client span minus the called span, when both exist. Waiting on the network belongs to the call,
 * not to the calling service. The critical share of an edge (the calls from one service to another) is the waiting time
 * on the network plus the time in the called service, up to the next service. Without breaks, the shares of all edges,
 * including those from outside, sum to 1. So do the shares of services plus network.
 */
import {
  summariseQuantiles,
  type QuantileSummary,
} from "@/lib/analysis/statistics/quantiles/observed-quantile";
import type { AnalysedRow, AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { findSpanOutcome } from "@/lib/analysis/traces/outcomes";
import { computeNetworkTimes } from "./network-times";
import { markRowsThatCallServices, findPeer } from "./peers";
import { listServiceVisits } from "./service-visits";

/** Traces from which the map of services and calls is computed. */
export interface FlowMapInput {
  readonly traces: readonly AnalysedTrace[];
  readonly windowSeconds: number;
  /** Traces per request. Null if unknown: rates then count the traces only. */
  readonly samplingRatio: number | null;
}

/** Service on the map, with counts of its spans and of the requests that use the service. */
export interface FlowNode {
  readonly name: string;
  /** True if the service sent no spans and is known only from its callers. */
  readonly isExternal: boolean;
  readonly traceCount: number;
  readonly spanCount: number;
  readonly errorCount: number;
  /**
   * Spans of this service that ended because the client aborted the request. For an external service, calls to the
   * service.
   */
  readonly abortCount: number;
  /** Share of all request time that is spent in this service, without the network time to services that it calls. */
  readonly criticalShare: number;
}

/** Calls from one service to another. */
export interface FlowEdge {
  /** Calling service; null for calls from outside the traced services. */
  readonly from: string | null;
  readonly to: string;
  readonly callCount: number;
  readonly traceCount: number;
  readonly errorCount: number;
  /** Calls that ended because the client aborted the request. */
  readonly abortCount: number;
  readonly callsPerSecond: number;
  readonly latencyNs: QuantileSummary;
  readonly durationsNs: readonly number[];
  /** Median network time of a call; null if no call has spans from both sides. */
  readonly networkNs: number | null;
  /** Share of all request time that is spent on this call: in the called service, and on the network to it. */
  readonly criticalShare: number;
  /** Share of all request time that is spent on the network of this call. Included in `criticalShare`. */
  readonly networkShare: number;
}

/** Services and the calls between them. */
export interface FlowMap {
  readonly traceCount: number;
  /** True if rates are estimated for all requests; false if they count the traces only. */
  readonly isScaled: boolean;
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

interface EdgeSums {
  readonly from: string | null;
  readonly to: string;
  readonly traces: Set<number>;
  errors: number;
  aborts: number;
  criticalNs: number;
  networkWaitNs: number;
  readonly durations: number[];
  readonly network: number[];
}

interface NodeSums {
  readonly traces: Set<number>;
  spans: number;
  errors: number;
  aborts: number;
  criticalNs: number;
}

/**
 * Computes the services and the calls between them, by share of the critical path, largest first. Time is
 * linear in the number of spans, except for sorting.
 */
export function buildFlowMap({ traces, windowSeconds, samplingRatio }: FlowMapInput): FlowMap {
  const [edges, nodes] = [new Map<string, EdgeSums>(), new Map<string, NodeSums>()];
  for (const [traceIndex, trace] of traces.entries()) addTrace(trace, traceIndex, { edges, nodes });
  const totalNs = traces.reduce((sum, { durationNs }) => sum + durationNs, 0);
  const shareOf = (ns: number): number => (totalNs > 0 ? ns / totalNs : 0);
  const seconds = windowSeconds * (samplingRatio ?? 1);
  const tracedNodes = [...nodes].map(([name, one]): FlowNode => ({
    name,
    isExternal: false,
    traceCount: one.traces.size,
    spanCount: one.spans,
    errorCount: one.errors,
    abortCount: one.aborts,
    criticalShare: shareOf(one.criticalNs),
  }));
  const allEdges = [...edges.values()].map(({ durations, network, ...one }): FlowEdge => ({
    from: one.from,
    to: one.to,
    callCount: durations.length,
    traceCount: one.traces.size,
    errorCount: one.errors,
    abortCount: one.aborts,
    callsPerSecond: seconds > 0 ? durations.length / seconds : 0,
    latencyNs: summariseQuantiles(durations),
    durationsNs: durations,
    networkNs: summariseQuantiles(network).p50,
    criticalShare: shareOf(one.criticalNs + one.networkWaitNs),
    networkShare: shareOf(one.networkWaitNs),
  }));
  return {
    traceCount: traces.length,
    isScaled: samplingRatio !== null,
    nodes: [...tracedNodes, ...externalNodes([...edges.values()], nodes)].sort(
      (a, b) => b.criticalShare - a.criticalShare || (a.name < b.name ? -1 : 1),
    ),
    edges: allEdges.sort((a, b) => b.criticalShare - a.criticalShare || b.callCount - a.callCount),
  };
}

interface Sums {
  readonly edges: Map<string, EdgeSums>;
  readonly nodes: Map<string, NodeSums>;
}

function addTrace(trace: AnalysedTrace, traceIndex: number, sums: Sums): void {
  const { rows } = trace;
  addVisits(trace, traceIndex, sums);
  const answered = markRowsThatCallServices(trace);
  for (const [index, row] of rows.entries()) {
    const node = nodeOf(sums.nodes, row.span.service);
    node.traces.add(traceIndex);
    node.spans += 1;
    addOutcome(node, row, trace);
    const peer = answered[index] === 1 ? null : findPeer(row.span);
    if (peer === null || peer === row.span.service) continue;
    addCall(edgeOf(sums.edges, { from: row.span.service, to: peer }), {
      row,
      trace,
      traceIndex,
      criticalNs: 0,
    });
  }
}

function addVisits(trace: AnalysedTrace, traceIndex: number, { edges, nodes }: Sums): void {
  const { rows } = trace;
  const visits = listServiceVisits(trace);
  const visitNetworkTimes = computeNetworkTimes(rows, visits);
  // Network time belongs to the call, not to the visit with the client span.
  const waitedOnNetworkNs = new Float64Array(visits.length);
  for (const [index, { callerVisit }] of visits.entries())
    if (callerVisit >= 0)
      waitedOnNetworkNs[callerVisit] =
        (waitedOnNetworkNs[callerVisit] ?? 0) + (visitNetworkTimes[index]?.criticalNs ?? 0);
  for (const [index, { service, entryRow, callerRow, isOrphan, ...visit }] of visits.entries()) {
    const [row, above, networkTime] = [rows[entryRow], rows[callerRow], visitNetworkTimes[index]];
    if (row === undefined) continue;
    const visitNs = visit.criticalNs - (waitedOnNetworkNs[index] ?? 0);
    nodeOf(nodes, service).criticalNs += visitNs;
    // The caller of a span with a missing parent is unknown, so the span does not count as a call from outside.
    if (isOrphan && entryRow !== trace.tree.rootRow) continue;
    const edge = edgeOf(edges, { from: above?.span.service ?? null, to: service });
    addCall(edge, { row, trace, traceIndex, criticalNs: visitNs });
    if (networkTime === null || networkTime === undefined) continue;
    edge.network.push(networkTime.durationNs);
    edge.networkWaitNs += networkTime.criticalNs;
  }
}

interface Call {
  readonly row: AnalysedRow;
  readonly trace: AnalysedTrace;
  readonly traceIndex: number;
  readonly criticalNs: number;
}

function addCall(edge: EdgeSums, { row, trace, traceIndex, criticalNs }: Call): void {
  edge.traces.add(traceIndex);
  addOutcome(edge, row, trace);
  edge.criticalNs += criticalNs;
  edge.durations.push(Math.max(0, row.span.durationNs));
}

function addOutcome(
  sums: Pick<EdgeSums, "errors" | "aborts">,
  { span }: AnalysedRow,
  trace: AnalysedTrace,
): void {
  const outcome = findSpanOutcome(span, trace.outcome);
  if (outcome === "error") sums.errors += 1;
  if (outcome === "abort") sums.aborts += 1;
}

function nodeOf(nodes: Map<string, NodeSums>, name: string): NodeSums {
  const known = nodes.get(name);
  if (known !== undefined) return known;
  const node: NodeSums = { traces: new Set(), spans: 0, errors: 0, aborts: 0, criticalNs: 0 };
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
    aborts: 0,
    criticalNs: 0,
    networkWaitNs: 0,
    durations: [],
    network: [],
  };
  edges.set(key, edge);
  return edge;
}

/** Returns the services that are called but sent no spans. */
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
    traceCount: new Set(incoming.flatMap(({ traces }) => [...traces])).size,
    spanCount: 0,
    errorCount: incoming.reduce((sum, { errors }) => sum + errors, 0),
    abortCount: incoming.reduce((sum, { aborts }) => sum + aborts, 0),
    criticalShare: 0,
  }));
}
