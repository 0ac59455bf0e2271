/**
 * How two signals relate: strength with its interval, the lag at which they are closest, and whether a drift fakes it. Done in
 * steps with a pause after each, so that the page answers in between: a step takes about 30 ms at 400 pairs.
 */
import { bestLag, type BestLag } from "@/lib/analysis/statistics/best-lag";
import { correlate, type Correlation } from "@/lib/analysis/statistics/correlation";
import { sharedTrend, type SharedTrend } from "@/lib/analysis/statistics/shared-trend";
import type { Pair } from "./pair";

export interface Relation {
  readonly correlation: Correlation;
  readonly lag: BestLag;
  readonly trend: SharedTrend;
  readonly stepMs: number;
}

/** The same pairs have the same intervals, whoever looks. */
const seed = 1;
/** Lags up to a quarter of the window, of which at least three quarters of the pairs are left; never more than an hour's worth of tests. */
const mostLags = 60;

/** Undefined when `pause` says that nobody waits for it any more. */
export async function relate(
  { xs, ys, stepMs }: Pick<Pair, "xs" | "ys" | "stepMs">,
  pause: () => Promise<"go-on" | "end">,
): Promise<Relation | undefined> {
  if ((await pause()) === "end") return undefined;
  const correlation = correlate(xs, ys, { seed });
  if ((await pause()) === "end") return undefined;
  const lag = bestLag(xs, ys, Math.min(mostLags, Math.floor(xs.length / 4)));
  if ((await pause()) === "end") return undefined;
  const trend = sharedTrend(xs, ys, { seed });
  return { correlation, lag, trend, stepMs };
}
