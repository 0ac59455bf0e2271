/**
 * Splits a trace into visits. A visit is a run of spans of one service that begins with a call from another service.
 * The time of a visit is the time of its spans, without the time of services that it calls.
 */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";

/** Part of a request that one service handled, from the call that entered it. */
export interface ServiceVisit {
  readonly service: string;
  /** Row that entered the service. */
  readonly entryRow: number;
  /** Calling row; -1 for calls from outside or with a missing caller. */
  readonly callerRow: number;
  /** Index of the visit that contains the calling row; -1 without a calling row. */
  readonly callerVisit: number;
  /** True if the parent span of the visit's first span is missing. */
  readonly isOrphan: boolean;
  criticalNs: number;
  spanCount: number;
}

/**
 * Divides a request into visits of services, in the order of their first rows. The run time is linear in the number
 * of spans.
 */
export function listServiceVisits({ rows, tree }: AnalysedTrace): readonly ServiceVisit[] {
  const visits: ServiceVisit[] = [];
  const visitOf = new Int32Array(rows.length).fill(-1);
  for (const index of [tree.rootRow, ...rows.keys()]) {
    const row = rows[index];
    if (row === undefined || visitOf[index] !== -1) continue;
    const isOrphan = row.flags.includes("missing-parent");
    const caller = isOrphan ? -1 : (tree.parentRows[index] ?? -1);
    const above = visits[visitOf[caller] ?? -1];
    if (above?.service === row.span.service) {
      visitOf[index] = visitOf[caller] ?? -1;
      above.criticalNs += row.criticalNs;
      above.spanCount += 1;
      continue;
    }
    visitOf[index] = visits.length;
    visits.push({
      service: row.span.service,
      entryRow: index,
      callerRow: caller,
      callerVisit: visitOf[caller] ?? -1,
      isOrphan,
      criticalNs: row.criticalNs,
      spanCount: 1,
    });
  }
  return visits;
}
