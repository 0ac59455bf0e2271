/**
 * Finds breaks in the chain of spans: spans with a missing parent, calls that only sometimes have a span of the
 * called service, and services of the deployment without spans. Each break causes unexplained time.
 */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { markRowsThatCallServices, findPeer } from "./peers";

/** Break in the chain of spans: a missing parent, a call without a called span, or a service without spans. */
export type BrokenHop =
  | {
      readonly kind: "missing-parent";
      readonly service: string;
      readonly name: string;
      /**
       * Number of spans of the operation that have the break. The operation has `totalSpanCount` spans in `traceCount`
       * traces.
       */
      readonly affectedSpanCount: number;
      readonly totalSpanCount: number;
      readonly traceCount: number;
    }
  | {
      readonly kind: "unanswered-call";
      readonly service: string;
      readonly name: string;
      /** Name of the called service that the call reports; null if it reports no name. */
      readonly peer: string | null;
      readonly affectedSpanCount: number;
      readonly totalSpanCount: number;
      readonly traceCount: number;
    }
  | { readonly kind: "silent-service"; readonly service: string };

interface Counts {
  readonly service: string;
  readonly name: string;
  total: number;
  orphans: number;
  calls: number;
  unanswered: number;
  peer: string | null;
  readonly orphanTraces: Set<number>;
  readonly unansweredTraces: Set<number>;
}

/**
 * Finds the breaks in the span chains of the traces. `expectedServices` are the services that a request of
 * the deployment passes. A call without a span of the called service is a break only if that service sent
 * other spans.
 */
export function findBrokenHops(
  traces: readonly AnalysedTrace[],
  expectedServices: readonly string[],
): readonly BrokenHop[] {
  const counts = new Map<string, Counts>();
  const services = new Set<string>();
  for (const [traceIndex, trace] of traces.entries()) {
    const answered = markRowsThatCallServices(trace);
    for (const [index, { span, name, flags }] of trace.rows.entries()) {
      services.add(span.service);
      const hopCounts = countsOf(counts, span.service, name);
      hopCounts.total += 1;
      // A missing parent of the trace's root is outside the trace and not a break.
      if (flags.includes("missing-parent") && index !== trace.tree.rootRow) {
        hopCounts.orphans += 1;
        hopCounts.orphanTraces.add(traceIndex);
      }
      if (span.kind !== "client") continue;
      hopCounts.calls += 1;
      hopCounts.peer ??= findPeer(span);
      if (answered[index] === 1) continue;
      hopCounts.unanswered += 1;
      hopCounts.unansweredTraces.add(traceIndex);
    }
  }
  const silent = expectedServices
    .filter((service) => !services.has(service))
    .map((service) => ({ kind: "silent-service" as const, service }));
  const hops = [...counts.values()].flatMap((hopCounts) => hopsOf(hopCounts, services));
  return [...silent, ...hops.sort((a, b) => b.affectedSpanCount - a.affectedSpanCount)];
}

function hopsOf(
  hopCounts: Counts,
  services: ReadonlySet<string>,
): readonly Exclude<BrokenHop, { kind: "silent-service" }>[] {
  const { service, name, peer } = hopCounts;
  const isTraced = hopCounts.unanswered < hopCounts.calls || (peer !== null && services.has(peer));
  return [
    ...(hopCounts.orphans === 0
      ? []
      : [
          {
            kind: "missing-parent" as const,
            service,
            name,
            affectedSpanCount: hopCounts.orphans,
            totalSpanCount: hopCounts.total,
            traceCount: hopCounts.orphanTraces.size,
          },
        ]),
    ...(hopCounts.unanswered === 0 || !isTraced
      ? []
      : [
          {
            kind: "unanswered-call" as const,
            service,
            name,
            peer,
            affectedSpanCount: hopCounts.unanswered,
            totalSpanCount: hopCounts.calls,
            traceCount: hopCounts.unansweredTraces.size,
          },
        ]),
  ];
}

function countsOf(counts: Map<string, Counts>, service: string, name: string): Counts {
  const key = `${service}\n${name}`;
  const known = counts.get(key);
  if (known !== undefined) return known;
  const hopCounts: Counts = {
    service,
    name,
    total: 0,
    orphans: 0,
    calls: 0,
    unanswered: 0,
    peer: null,
    orphanTraces: new Set(),
    unansweredTraces: new Set(),
  };
  counts.set(key, hopCounts);
  return hopCounts;
}
