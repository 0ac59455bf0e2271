/** How requests arrived, in words. */
import { formatNumber } from "@/lib/format/number";

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
