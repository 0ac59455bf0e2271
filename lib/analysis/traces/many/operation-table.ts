/**
 * Cost of the operations of many traces. Spans are grouped by service and by name without ids and numbers.
 *
 * Total time counts a parent and its children. Self time excludes children. `shareOfTime` is the share of the total
 * self time of all operations, and `shareOfCriticalPath` the share of the total request time. Each share sums to 1 over
 * the table.
 */
import { runWithoutPause } from "@/lib/base/steps";
import {
  summariseQuantiles,
  type QuantileSummary,
} from "@/lib/analysis/statistics/quantiles/observed-quantile";
import { findSpanOutcome } from "@/lib/analysis/traces/outcomes";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";

/** Statistics of all spans of one operation. */
export interface OperationRow {
  readonly service: string;
  readonly name: string;
  readonly spanCount: number;
  /** Number of traces with at least one span of the operation. */
  readonly traceCount: number;
  /** Number of spans with an error, without the spans in `abortCount`. */
  readonly errorCount: number;
  /** Number of spans that ended because the client aborted the request. */
  readonly abortCount: number;
  /** Sum of the durations of all spans. */
  readonly totalNs: number;
  /** Sum of the time in which no child of a span ran. */
  readonly selfNs: number;
  /** Sum of the time of the spans on the critical paths. */
  readonly criticalNs: number;
  /** `selfNs` as a fraction of the sum over all operations. */
  readonly shareOfTime: number;
  /** `criticalNs` as a fraction of the sum over all operations. */
  readonly shareOfCriticalPath: number;
  /** Durations of individual spans; null when there are too few spans for a quantile. */
  readonly durationNs: QuantileSummary;
}

interface Sums {
  readonly service: string;
  readonly name: string;
  readonly traces: Set<number>;
  errors: number;
  aborts: number;
  totalNs: number;
  selfNs: number;
  criticalNs: number;
  readonly durations: number[];
}

/**
 * Computes the statistics of each operation over all traces, sorted by time on the critical path, then self
 * time, then name.
 */
export function buildOperationTable(traces: readonly AnalysedTrace[]): readonly OperationRow[] {
  return runWithoutPause(buildOperationTableInSteps(traces));
}

const tracesPerStep = 500;

/** Computes the operation table in steps, for thousands of traces. */
export function* buildOperationTableInSteps(
  traces: readonly AnalysedTrace[],
): Generator<void, readonly OperationRow[]> {
  const sums = new Map<string, Sums>();
  for (const [traceIndex, { rows, outcome: outcomeOfRequest }] of traces.entries()) {
    if (traceIndex % tracesPerStep === tracesPerStep - 1) yield;
    for (const row of rows) {
      const { service, durationNs } = row.span;
      const outcome = findSpanOutcome(row.span, outcomeOfRequest);
      const key = `${service}\n${row.name}`;
      let own = sums.get(key);
      if (own === undefined) sums.set(key, (own = createEmptySums(service, row.name)));
      own.traces.add(traceIndex);
      if (outcome === "error") own.errors += 1;
      if (outcome === "abort") own.aborts += 1;
      own.totalNs += Math.max(0, durationNs);
      own.selfNs += row.selfNs;
      own.criticalNs += row.criticalNs;
      own.durations.push(Math.max(0, durationNs));
    }
  }
  const allSums = [...sums.values()];
  const selfNs = allSums.reduce((total, one) => total + one.selfNs, 0);
  const criticalNs = allSums.reduce((total, one) => total + one.criticalNs, 0);
  return allSums
    .map(({ traces: own, errors, aborts, durations, ...one }) => ({
      ...one,
      traceCount: own.size,
      spanCount: durations.length,
      errorCount: errors,
      abortCount: aborts,
      shareOfTime: selfNs > 0 ? one.selfNs / selfNs : 0,
      shareOfCriticalPath: criticalNs > 0 ? one.criticalNs / criticalNs : 0,
      durationNs: summariseQuantiles(durations),
    }))
    .sort((a, b) => b.criticalNs - a.criticalNs || b.selfNs - a.selfNs || byName(a, b));
}

function createEmptySums(service: string, name: string): Sums {
  return {
    service,
    name,
    traces: new Set(),
    errors: 0,
    aborts: 0,
    totalNs: 0,
    selfNs: 0,
    criticalNs: 0,
    durations: [],
  };
}

function byName(a: OperationRow, b: OperationRow): number {
  const [first, second] = [`${a.service}\n${a.name}`, `${b.service}\n${b.name}`];
  return first < second ? -1 : first > second ? 1 : 0;
}
