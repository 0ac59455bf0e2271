/**
 * The way there and back of each call that both sides sent: the client's span less what it called. What the request waited for on it
 * is the client's own critical time, while nothing ran below it, and never more than the way.
 *
 * A client's span may have several of the called service's below it: two spans that one call opened there, or a call that was tried
 * again. Their extent, from the first one's start to the last one's end by the called side's own clock, is then taken away: what lies
 * between them is no way, so that a pause before a second try is never told as one.
 */
import type { AnalysedRow } from "@/lib/analysis/traces/analyse-trace";
import type { Visit } from "./service-segments";

export interface NetworkTime {
  readonly ns: number;
  readonly waitedNs: number;
}

/** For each visit the way to it; null where none is told, as of all but the first of those below one client's span. */
export function networkTimes(
  rows: readonly AnalysedRow[],
  visits: readonly Visit[],
): readonly (NetworkTime | null)[] {
  const called = calledByRow(rows, visits);
  return visits.map(({ entry, caller }) => {
    const [client, extent] = [rows[caller], called.get(caller)];
    if (client?.span.kind !== "client" || extent?.entry !== entry || extent.hasSeveralServices) return null;
    const ns = client.span.durationNs - (extent.endNs - extent.startNs);
    // Whom the client did not wait for tells nothing of the way there and back.
    return ns < 0 ? null : { ns, waitedNs: Math.min(ns, client.criticalNs) };
  });
}

interface Called {
  readonly entry: number;
  readonly service: string;
  startNs: number;
  endNs: number;
  /** Of several services: each is called for a part of the client's span only, which tells the way of none. */
  hasSeveralServices: boolean;
}

/** What lies below each row that calls. */
function calledByRow(rows: readonly AnalysedRow[], visits: readonly Visit[]): ReadonlyMap<number, Called> {
  const called = new Map<number, Called>();
  for (const { caller, entry, service } of visits) {
    const span = rows[entry]?.span;
    if (span === undefined) continue;
    const endNs = span.startNs + Math.max(0, span.durationNs);
    const known = called.get(caller);
    if (known === undefined) {
      called.set(caller, { entry, service, startNs: span.startNs, endNs, hasSeveralServices: false });
      continue;
    }
    known.startNs = Math.min(known.startNs, span.startNs);
    known.endNs = Math.max(known.endNs, endNs);
    known.hasSeveralServices ||= known.service !== service;
  }
  return called;
}
