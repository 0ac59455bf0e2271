/** How requests arrived, in words. */
import { formatNumber } from "@/lib/format/number";
import type { RequestCounting } from "@/lib/model/baseline/request-counting";

/** Below, arrivals are more regular than random; above the upper limit, they come in bursts. */
const randomRange = [0.5, 2] as const;

/**
 * Describes how bursty requests arrive, from the index of dispersion: variance ÷ mean of the requests per
 * block, 1 for a Poisson process.
 */
export function arrivalPatternText(dispersionIndex: number): string {
  const [min, max] = randomRange;
  const pattern =
    dispersionIndex < min
      ? "evenly spaced"
      : dispersionIndex > max
        ? "in bursts"
        : "random, as in a Poisson process";
  return `${pattern} (index of dispersion ${formatNumber(dispersionIndex)})`;
}

/** Describes from which metrics the arrivals of a window are computed; null if an earlier release did not record it. */
export function requestCountingText(counting: RequestCounting | null): string {
  if (counting === null) return "unknown, because an earlier release captured the window";
  const { isOnArrival, inFlightSignals } = counting;
  if (isOnArrival) return "requests counted when they arrive";
  return inFlightSignals.length === 0
    ? "finished requests only, because no gauge reports the requests in flight"
    : "finished requests, and the growth of the requests in flight";
}
