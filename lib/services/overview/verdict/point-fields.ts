/** The statistics behind the fields of a point in the history of a status. */
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import type { StatusColumns, StatusPoint } from "@/lib/status/status-rule";

/** Signal and statistic of each number that decides the status at a point in time. */
export const pointStatistics = {
  ttftP95: ["ttft", "p95"],
  tpotMean: ["tpot", "mean"],
  errorRatio: ["errors", "ratio-to-requests"],
  abortRatio: ["aborts", "ratio-to-requests"],
  waiting: ["waiting", "value"],
  kvUsage: ["kv-usage", "value"],
  running: ["running", "value"],
  preemptions: ["preemptions", "rate"],
  outputTokenRate: ["output-tokens", "rate"],
} as const satisfies { readonly [Field in keyof StatusPoint]: readonly [SignalId, Statistic] };

type PointSignal = (typeof pointStatistics)[keyof StatusPoint][0];

/** Returns one column of values for each number that decides the status. */
export function mapPointFields(
  toColumn: (
    signal: PointSignal,
    statistic: Statistic,
    field: keyof StatusPoint,
  ) => readonly (number | null)[],
): StatusColumns {
  const columnOf = (field: keyof StatusPoint): readonly (number | null)[] => {
    const [signal, statistic] = pointStatistics[field];
    return toColumn(signal, statistic, field);
  };
  return {
    ttftP95: columnOf("ttftP95"),
    tpotMean: columnOf("tpotMean"),
    errorRatio: columnOf("errorRatio"),
    abortRatio: columnOf("abortRatio"),
    waiting: columnOf("waiting"),
    kvUsage: columnOf("kvUsage"),
    running: columnOf("running"),
    preemptions: columnOf("preemptions"),
    outputTokenRate: columnOf("outputTokenRate"),
  };
}
