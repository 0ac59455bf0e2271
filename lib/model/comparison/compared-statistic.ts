/** The statistics that comparisons and gates judge. */
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { DisplayUnit, Unit } from "@/lib/model/units";

/** Statistics that can be compared between two windows. */
export const comparedStatistics = [
  "p50",
  "p90",
  "p95",
  "p99",
  "mean",
  "rate",
  "ratio-to-requests",
  "value",
] as const;
/** Statistic that can be compared between two windows. */
export type ComparedStatistic = (typeof comparedStatistics)[number];

/** Titles of the statistics in forms. */
export const statisticTitles: Readonly<Record<ComparedStatistic, string>> = {
  p50: "p50",
  p90: "p90",
  p95: "p95",
  p99: "p99",
  mean: "Mean",
  rate: "Rate per second",
  "ratio-to-requests": "Ratio to all requests",
  value: "Mean over time",
};

/** Statistics of a latency or length, one of which decides the overall verdict of a comparison. */
export const distributionStatistics = ["p50", "p90", "p95", "p99", "mean"] as const;
/** Statistic of a latency or length. */
export type DistributionStatistic = (typeof distributionStatistics)[number];

const quantileLevels: { readonly [Statistic in ComparedStatistic]?: number } = {
  p50: 0.5,
  p90: 0.9,
  p95: 0.95,
  p99: 0.99,
};

/** Counters that are compared as a share of the requests. */
const ratioSignals: ReadonlySet<SignalId> = new Set<SignalId>(["errors", "aborts"]);

/** Returns the quantile of a percentile, 0.95 for "p95"; null for a statistic that is not a percentile. */
export function getQuantileLevel(statistic: ComparedStatistic): number | null {
  return quantileLevels[statistic] ?? null;
}

/** Returns the statistics by which a signal is compared between windows. */
export function listComparedStatistics(signal: SignalId): readonly ComparedStatistic[] {
  switch (signalDefinition(signal).kind) {
    case "distribution":
      return distributionStatistics;
    case "counter":
      return [ratioSignals.has(signal) ? "ratio-to-requests" : "rate"];
    case "gauge":
      return ["value"];
  }
}

/** Returns the unit of a statistic's values, and the unit in which they are displayed. */
export function unitOfStatistic(
  signal: SignalId,
  statistic: ComparedStatistic,
): { readonly unit: Unit; readonly displayUnit: DisplayUnit } {
  if (statistic === "ratio-to-requests") return { unit: "ratio", displayUnit: "%" };
  const { unit, displayUnit } = signalDefinition(signal);
  return { unit, displayUnit };
}
