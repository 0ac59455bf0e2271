/** How requests arrived, in words. */
import { formatNumber } from "@/lib/format/number";
import type { RequestCounting } from "@/lib/model/baseline/request-counting";

/** Pairs of an upper limit of the index of dispersion and the arrival pattern up to this limit. A Poisson process has an index of 1. */
const patterns = [
  [0.5, "evenly spaced"],
  [0.8, "more even than random"],
  [1.25, "random, as in a Poisson process"],
  [2, "slightly burstier than random"],
  [Number.POSITIVE_INFINITY, "in bursts"],
] as const;

/**
 * Describes how bursty requests arrive, from the index of dispersion: variance ÷ mean of the requests per
 * block, 1 for a Poisson process.
 */
export function arrivalPatternText(dispersionIndex: number): string {
  const pattern = patterns.find(([limit]) => dispersionIndex <= limit)?.[1] ?? "in bursts";
  return `${pattern} (index of dispersion ${formatNumber(dispersionIndex)})`;
}

/**
 * Describes from which metrics the arrivals of a window are computed. `counting` is null if an earlier release captured
 * the window, because it did not record the metrics.
 */
export function requestCountingText(counting: RequestCounting | null): string {
  if (counting === null) return "unknown, because an earlier release captured the window";
  const { isOnArrival, inFlightSignals } = counting;
  if (isOnArrival) return "requests counted when they arrive";
  return inFlightSignals.length === 0
    ? "finished requests only, because no gauge reports the requests in flight"
    : "finished requests, and the growth of the requests in flight";
}
