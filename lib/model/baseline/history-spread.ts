/**
 * How much a statistic varied between windows of the deployment's history before a baseline, as its document stores it.
 * Comparisons compute their margin from it without reading the history again.
 */
import { z } from "zod";
import { comparedStatistics } from "@/lib/model/comparison/compared-statistic";
import { signalIds } from "@/lib/model/signals/signals";

/** Schema of how much a statistic varies between windows of the history. */
export const historySpread = z.strictObject({
  signal: z.enum(signalIds),
  statistic: z.enum(comparedStatistics),
  /** Length of the windows. */
  windowMs: z.number(),
  /** Number of windows of equal load. */
  windowCount: z.number(),
  /** Standard deviation ÷ mean; null with fewer than two windows, or a mean of 0. */
  standardDeviationRatio: z.number().nullable(),
});
/** How much a statistic varies between windows of equal length and load in the history before a baseline. */
export type HistorySpread = z.infer<typeof historySpread>;

/**
 * Largest accepted difference of the stored window length from the requested length, as a fraction of the requested
 * length. Windows of other lengths vary by a different amount.
 */
const maxLengthDifferenceRatio = 1 / 8;

/** Returns the spreads for the stored window length nearest to `windowMs`; empty if none is near. */
export function selectSpreadsOfLength(
  spreads: readonly HistorySpread[],
  windowMs: number,
): readonly HistorySpread[] {
  const differenceOf = (one: HistorySpread): number => Math.abs(one.windowMs - windowMs);
  const smallestDifference = Math.min(...spreads.map(differenceOf));
  if (!(smallestDifference <= maxLengthDifferenceRatio * windowMs)) return [];
  return spreads.filter((one) => differenceOf(one) === smallestDifference);
}
