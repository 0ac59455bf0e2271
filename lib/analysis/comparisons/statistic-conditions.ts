/**
 * Conditions by which one statistic of two windows is judged. Comparisons, gates and the Signals page use the same
 * conditions.
 */
import type { WindowComparisonInput } from "@/lib/analysis/statistics/compare-windows";
import type { WindowLoad } from "@/lib/analysis/statistics/verdict/load";
import type { WindowSpread } from "@/lib/analysis/statistics/verdict/margin";
import type { ComparedStatistic } from "@/lib/model/comparison/compared-statistic";
import { resolveLimits } from "@/lib/model/deployment/limits";
import type { Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";

/** Signal and statistic that are judged. */
export interface JudgedStatistic {
  readonly signal: SignalId;
  readonly statistic: ComparedStatistic | Statistic;
}

/** Loads of the windows, and how much each statistic varies without a change. */
export interface ComparedConditions<Key extends JudgedStatistic> {
  /** Undefined if the load was changed on purpose. Rates of the engine are then neither better nor worse. */
  readonly load: { readonly before: WindowLoad; readonly after: WindowLoad } | undefined;
  /** Returns the variation between windows of the compared length, if it is known. */
  readonly spreadOf: (key: Key) => WindowSpread | undefined;
}

/** Signals that describe the load. Their difference is the result of the comparison, so the load need not be equal. */
const loadSignals: ReadonlySet<SignalId> = new Set<SignalId>([
  "requests",
  "prompt-tokens",
  "prompt-length",
  "output-length",
  "request-bytes",
]);

const defaultLimits = resolveLimits({});
/** Smallest absolute differences that count, for signals whose values are often close to 0; in canonical units. */
const smallestDifferences: { readonly [Signal in SignalId]?: number } = {
  errors: defaultLimits.errorRatio,
  aborts: defaultLimits.errorRatio,
  preemptions: defaultLimits.preemptionsPerSecond,
};

/** Returns the direction, the margin and the load by which one statistic of two windows is judged. */
export function createConditions<Key extends JudgedStatistic>(
  { load, spreadOf }: ComparedConditions<Key>,
  key: Key,
): Omit<WindowComparisonInput, "before" | "after"> {
  const spread = spreadOf(key);
  const smallestDifference = findSmallestDifference(key.signal);
  return {
    better: load === undefined && followsLoad(key) ? "neither" : signalDefinition(key.signal).better,
    ...(spread === undefined ? {} : { spread }),
    ...(load === undefined || loadSignals.has(key.signal) ? {} : { load }),
    ...(smallestDifference === undefined ? {} : { smallestDifference }),
  };
}

/**
 * Returns whether the statistic changes with the load. If the load was changed on purpose, rates of the engine, such as
 * throughput, change too.
 */
function followsLoad({ signal, statistic }: JudgedStatistic): boolean {
  return statistic === "rate" && signalDefinition(signal).family === "engine";
}

/**
 * Returns the absolute difference, in the signal's unit, below which two values count as equal. Undefined
 * for signals that are judged by their relative change only.
 */
export function findSmallestDifference(signal: SignalId): number | undefined {
  return smallestDifferences[signal] ?? (signalDefinition(signal).kind === "gauge" ? 0 : undefined);
}
