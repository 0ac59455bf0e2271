/**
 * Where the chain of spans breaks: spans whose parent never came, calls that are sometimes answered by a span of the other side and
 * sometimes not, and services of the deployment that sent nothing. Each makes time unexplained that somebody could explain.
 */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { answeredRows, peerOf } from "./peers";

export type BrokenHop =
  | {
      readonly kind: "missing-parent";
      readonly service: string;
      readonly name: string;
      readonly spans: number;
      readonly of: number;
      readonly traces: number;
    }
  | {
      readonly kind: "unanswered-call";
      readonly service: string;
      readonly name: string;
      /** Whom the call names; null where it names nobody. */
      readonly peer: string | null;
      readonly spans: number;
      readonly of: number;
      readonly traces: number;
    }
  | { readonly kind: "silent-service"; readonly service: string };

interface Counts {
  readonly service: string;
  readonly name: string;
  of: number;
  orphans: number;
  calls: number;
  unanswered: number;
  peer: string | null;
  readonly orphanTraces: Set<number>;
  readonly unansweredTraces: Set<number>;
}

/**
 * `expected`: the services a request of the deployment passes. A call that was never answered in any trace is not broken: the other
 * side does not trace, unless it is one of the services that sent spans.
 */
export function brokenHops(
  traces: readonly AnalysedTrace[],
  expected: readonly string[],
): readonly BrokenHop[] {
  const counts = new Map<string, Counts>();
  const services = new Set<string>();
  for (const [place, trace] of traces.entries()) {
    const answered = answeredRows(trace);
    for (const [index, { span, name, flags }] of trace.rows.entries()) {
      services.add(span.service);
      const own = countsOf(counts, span.service, name);
      own.of += 1;
      // Whoever began the whole trace elsewhere is no break within it.
      if (flags.includes("missing-parent") && index !== trace.tree.root) {
        own.orphans += 1;
        own.orphanTraces.add(place);
      }
      if (span.kind !== "client") continue;
      own.calls += 1;
      own.peer ??= peerOf(span);
      if (answered[index] === 1) continue;
      own.unanswered += 1;
      own.unansweredTraces.add(place);
    }
  }
  const silent = expected
    .filter((service) => !services.has(service))
    .map((service) => ({ kind: "silent-service" as const, service }));
  const hops = [...counts.values()].flatMap((own) => hopsOf(own, services));
  return [...silent, ...hops.sort((a, b) => b.spans - a.spans)];
}

function hopsOf(
  own: Counts,
  services: ReadonlySet<string>,
): readonly Exclude<BrokenHop, { kind: "silent-service" }>[] {
  const { service, name, peer } = own;
  const isTraced = own.unanswered < own.calls || (peer !== null && services.has(peer));
  return [
    ...(own.orphans === 0
      ? []
      : [
          {
            kind: "missing-parent" as const,
            service,
            name,
            spans: own.orphans,
            of: own.of,
            traces: own.orphanTraces.size,
          },
        ]),
    ...(own.unanswered === 0 || !isTraced
      ? []
      : [
          {
            kind: "unanswered-call" as const,
            service,
            name,
            peer,
            spans: own.unanswered,
            of: own.calls,
            traces: own.unansweredTraces.size,
          },
        ]),
  ];
}

function countsOf(counts: Map<string, Counts>, service: string, name: string): Counts {
  const key = `${service}\n${name}`;
  const known = counts.get(key);
  if (known !== undefined) return known;
  const own: Counts = {
    service,
    name,
    of: 0,
    orphans: 0,
    calls: 0,
    unanswered: 0,
    peer: null,
    orphanTraces: new Set(),
    unansweredTraces: new Set(),
  };
  counts.set(key, own);
  return own;
}
