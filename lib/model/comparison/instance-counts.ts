/**
 * Totals per instance. The load of two windows is compared per ready instance. Totals, such as throughput, are
 * therefore also compared per ready instance. Otherwise, a change of the number of instances would look like a change
 * of speed.
 */
import type { Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { ComparedStatistic } from "./compared-statistic";

/** Mean numbers of ready instances of the two compared windows. */
export interface InstanceCounts {
  readonly before: number;
  readonly after: number;
}

/** Returns whether the value of a statistic is the sum over the instances. */
export function isTotalOfInstances({
  signal,
  statistic,
}: {
  readonly signal: SignalId;
  readonly statistic: ComparedStatistic | Statistic;
}): boolean {
  const { family, kind, combine } = signalDefinition(signal);
  return family === "engine" && combine === "sum" && (statistic === "rate" || kind === "gauge");
}

/** A smaller difference is a missed scrape rather than a missing instance. */
const minDifferenceRatio = 0.01;

/**
 * Returns the numbers by which totals are divided. Null if the windows have equal numbers of instances, or if a number is
 * unknown.
 */
export function chooseInstanceCounts(before: number | null, after: number | null): InstanceCounts | null {
  if (before === null || after === null || !(before > 0) || !(after > 0)) return null;
  return Math.abs(after / before - 1) < minDifferenceRatio ? null : { before, after };
}
