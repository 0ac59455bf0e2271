/**
 * A trace as visits of services: a run of spans of one service, entered from another by one call. For each row its visit; for each
 * visit where it came from. Time of a visit is that of its own spans, up to the next service.
 */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";

export interface Visit {
  readonly service: string;
  /** Row by which the service was entered. */
  readonly entry: number;
  /** Row that called; -1 where the visit comes from outside or its caller was never sent. */
  readonly caller: number;
  /** Place of the visit in which that row lies; -1 without one. */
  readonly from: number;
  readonly isOrphan: boolean;
  criticalNs: number;
  spans: number;
}

/** In the order of their first rows. Linear in the spans. */
export function visitsOf({ rows, tree }: AnalysedTrace): readonly Visit[] {
  const visits: Visit[] = [];
  const visitOf = new Int32Array(rows.length).fill(-1);
  for (const index of [tree.root, ...rows.keys()]) {
    const row = rows[index];
    if (row === undefined || visitOf[index] !== -1) continue;
    const isOrphan = row.flags.includes("missing-parent");
    const caller = isOrphan ? -1 : (tree.parents[index] ?? -1);
    const above = visits[visitOf[caller] ?? -1];
    if (above?.service === row.span.service) {
      visitOf[index] = visitOf[caller] ?? -1;
      above.criticalNs += row.criticalNs;
      above.spans += 1;
      continue;
    }
    visitOf[index] = visits.length;
    visits.push({
      service: row.span.service,
      entry: index,
      caller,
      from: visitOf[caller] ?? -1,
      isOrphan,
      criticalNs: row.criticalNs,
      spans: 1,
    });
  }
  return visits;
}
