/**
 * Network time of calls with spans from both sides: the client span minus the called span. The part that the request
 * waited for is the client span's critical time while nothing ran below it, limited to the network time.
 *
 * A client span may have several spans of the called service below it, from one call or from a retry. Their extent,
 * from the first start to the last end by the called side's clock, is subtracted. A pause before a retry is therefore
 * not counted as network time.
 */
import type { AnalysedRow } from "@/lib/analysis/traces/analyse-trace";
import type { ServiceVisit } from "./service-visits";

/** Duration of a call outside the called service, and the part for which the caller waited. */
export interface NetworkTime {
  readonly durationNs: number;
  readonly criticalNs: number;
}

/**
 * Returns the network time of each visit of a service. Null if it is unknown, and for every visit below a client span
 * except the first.
 */
export function computeNetworkTimes(
  rows: readonly AnalysedRow[],
  visits: readonly ServiceVisit[],
): readonly (NetworkTime | null)[] {
  const called = calledByRow(rows, visits);
  return visits.map(({ entryRow, callerRow }) => {
    const [client, extent] = [rows[callerRow], called.get(callerRow)];
    if (client?.span.kind !== "client" || extent?.entry !== entryRow || extent.hasSeveralServices)
      return null;
    const ns = client.span.durationNs - (extent.endNs - extent.startNs);
    // If the client did not wait for the called span, the network time is unknown.
    return ns < 0 ? null : { durationNs: ns, criticalNs: Math.min(ns, client.criticalNs) };
  });
}

interface Called {
  readonly entry: number;
  readonly service: string;
  startNs: number;
  endNs: number;
  /**
   * True if several services are called within the client span, so that the network time of each service is unknown.
   */
  hasSeveralServices: boolean;
}

/** Returns, for each calling row, the called service and the time from the first start to the last end of its spans. */
function calledByRow(
  rows: readonly AnalysedRow[],
  visits: readonly ServiceVisit[],
): ReadonlyMap<number, Called> {
  const called = new Map<number, Called>();
  for (const { callerRow, entryRow, service } of visits) {
    const span = rows[entryRow]?.span;
    if (span === undefined) continue;
    const endNs = span.startNs + Math.max(0, span.durationNs);
    const known = called.get(callerRow);
    if (known === undefined) {
      called.set(callerRow, {
        entry: entryRow,
        service,
        startNs: span.startNs,
        endNs,
        hasSeveralServices: false,
      });
      continue;
    }
    known.startNs = Math.min(known.startNs, span.startNs);
    known.endNs = Math.max(known.endNs, endNs);
    known.hasSeveralServices ||= known.service !== service;
  }
  return called;
}
