/**
 * Converts one interval of a window to a point of the batch sweep: the batch, from counters, and the time of
 * decode-only steps. If prefill takes more than 0.35 of the time, the decode time is only a remainder of an estimate,
 * so the interval is excluded.
 */
import type { CounterSample } from "@/lib/analysis/roofline/points/counter-sample";
import { decodedTokensPerSecond, instancePhaseTimes } from "@/lib/analysis/roofline/points/phase-times";
import type { PoolSetting } from "@/lib/analysis/roofline/points/setting";
import type { SweepInterval } from "./batch-groups";

/** Interval of the batch sweep, or the reason why it is excluded from the fit. */
export type SweepIntervalResult =
  | ({ readonly kind: "interval" } & SweepInterval)
  /** The interval is excluded from the fit. The number of excluded intervals is displayed with the sweep. */
  | { readonly kind: "excluded"; readonly reason: "nothing-decoded" | "mostly-prefill" };

const maxPrefillRatio = 0.35;

/**
 * Returns batch size, inter-token latency and throughput of an interval of `seconds`, or why it is excluded
 * from the sweep.
 */
export function computeSweepInterval(
  sample: CounterSample,
  setting: PoolSetting,
  seconds: number,
): SweepIntervalResult {
  const times = instancePhaseTimes(sample, setting);
  if (times === null) return { kind: "excluded", reason: "nothing-decoded" };
  if (times.prefillRatio > maxPrefillRatio) return { kind: "excluded", reason: "mostly-prefill" };
  return {
    kind: "interval",
    batch: times.batch,
    itlSeconds: times.decodeStepSeconds,
    tokensPerSecond: decodedTokensPerSecond(sample),
    durationSeconds: seconds,
  };
}
