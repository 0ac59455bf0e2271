/** Groups the gaps of many traces by operation, previous child and next child. */
import {
  summariseQuantiles,
  type QuantileSummary,
} from "@/lib/analysis/statistics/quantiles/observed-quantile";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { findGaps } from "@/lib/analysis/traces/times/gaps";

/** Gaps of many requests between the same two operations of the same parent. */
export interface GapRow {
  readonly service: string;
  readonly name: string;
  /** Operation of the child before the gap; null if the gap is before the first child. */
  readonly afterOperation: string | null;
  /** Operation of the child after the gap; null if the gap is after the last child. */
  readonly beforeOperation: string | null;
  readonly gapCount: number;
  readonly totalNs: number;
  /** Mean over all traces, including those without this gap. */
  readonly perTraceNs: number;
  readonly lengthNs: QuantileSummary;
}

/** Returns gaps of at least `minGapNs` by total time, largest first. */
export function buildGapTable(traces: readonly AnalysedTrace[], minGapNs: number): readonly GapRow[] {
  const found = new Map<
    string,
    {
      readonly row: Omit<GapRow, "gapCount" | "totalNs" | "perTraceNs" | "lengthNs">;
      readonly lengths: number[];
    }
  >();
  for (const { rows } of traces) {
    for (const gap of findGaps(rows, minGapNs)) {
      const parent = rows[gap.parentRow];
      if (parent === undefined) continue;
      const [after, before] = [rows[gap.precedingRow]?.name ?? null, rows[gap.followingRow]?.name ?? null];
      const key = JSON.stringify([parent.span.service, parent.name, after, before]);
      let group = found.get(key);
      if (group === undefined) {
        group = {
          row: {
            service: parent.span.service,
            name: parent.name,
            afterOperation: after,
            beforeOperation: before,
          },
          lengths: [],
        };
        found.set(key, group);
      }
      group.lengths.push(gap.toNs - gap.fromNs);
    }
  }
  return [...found.values()]
    .map(({ row, lengths }) => {
      const totalNs = lengths.reduce((sum, ns) => sum + ns, 0);
      return {
        ...row,
        gapCount: lengths.length,
        totalNs,
        perTraceNs: totalNs / traces.length,
        lengthNs: summariseQuantiles(lengths),
      };
    })
    .sort((a, b) => b.totalNs - a.totalNs);
}
