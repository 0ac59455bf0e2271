/**
 * Limits that a new value from the same distribution exceeds with a given probability, estimated from few values with
 * outliers.
 *
 *     centre ± 1.4826 · b · MAD · t(ν) · √(1 + π / 2n)
 *
 * The centre is the median; its variance is π/2n times that of one value. 1.4826 converts the median absolute
 * deviation to a normal standard deviation, and b = n / (n − 0.8) removes its bias in small samples (Croux and
 * Rousseeuw 1992). The MAD is as precise as a standard deviation from 0.367 n values (its efficiency, Rousseeuw and
 * Croux 1993), so ν = 0.367 n. With ν = n − 1, normal values at n = 24 would exceed the limits three times too often.
 *
 * The logarithmic scale is used for skewed values: if all are positive and the log-normal likelihood is larger. This
 * is the choice between λ = 0 and λ = 1 of Box and Cox (1964). Simulated with independent values, nominal 0.27 %:
 * normal 0.2–0.4 %, log-normal (σ 0.2 to 1) 0.2–0.4 %, n 24 to 120.
 */
import { mean, median, medianAbsoluteDeviation, standardDeviation } from "simple-statistics";
import { studentCriticalValue } from "./significance/student-t";

/** Two-sided probability outside ±3 standard deviations of a normal distribution. */
const threeSigmaRate = 0.0027;

/** Standard deviation of a normal distribution, as a multiple of its median absolute deviation (MAD). */
export const normalPerMad = 1.4826;
const madEfficiency = 0.367;
/** Minimum number of values for a useful MAD. */
const minValues = 4;

/** Limits outside which a value is an outlier, or the reason why they cannot be computed. */
export type RobustLimits =
  | {
      readonly kind: "limits";
      readonly scale: "linear" | "logarithmic";
      readonly lower: number;
      readonly centre: number;
      readonly upper: number;
    }
  /**
   * More than half of the values are equal. Lower and upper are the minimum and maximum and have no calibrated
   * probability.
   */
  | { readonly kind: "no-spread"; readonly lower: number; readonly centre: number; readonly upper: number }
  | { readonly kind: "too-few" };

/**
 * Computes outlier limits from median and MAD, in the unit of the values, which must be finite. `alpha` is
 * the probability that a normal value is outside.
 */
export function robustLimits(values: readonly number[], alpha: number = threeSigmaRate): RobustLimits {
  if (values.length < minValues) return { kind: "too-few" };
  const logarithms = values.every((value) => value > 0) ? values.map(Math.log) : undefined;
  if (logarithms !== undefined && isCloserToLogNormal(values, logarithms)) {
    const limits = computeLimits(logarithms, alpha);
    if (limits !== undefined) {
      const [lower, centre, upper] = limits.map(Math.exp) as [number, number, number];
      return { kind: "limits", scale: "logarithmic", lower, centre, upper };
    }
  }
  const limits = computeLimits(values, alpha);
  if (limits === undefined)
    return {
      kind: "no-spread",
      lower: Math.min(...values),
      centre: median(values),
      upper: Math.max(...values),
    };
  const [lower, centre, upper] = limits;
  return { kind: "limits", scale: "linear", lower, centre, upper };
}

function computeLimits(values: readonly number[], alpha: number): [number, number, number] | undefined {
  const n = values.length;
  const spread = medianAbsoluteDeviation(values);
  if (spread === 0) return undefined;
  const centre = median(values);
  const deviation = normalPerMad * (n / (n - 0.8)) * spread;
  const halfWidth =
    deviation * studentCriticalValue(alpha, madEfficiency * n) * Math.sqrt(1 + Math.PI / (2 * n));
  return [centre - halfWidth, centre, centre + halfWidth];
}

/** Compares the maximum log-likelihoods: −n ln s for normal, −n ln s(ln x) − Σ ln x for log-normal. */
function isCloserToLogNormal(values: readonly number[], logarithms: readonly number[]): boolean {
  return Math.log(standardDeviation(logarithms)) + mean(logarithms) < Math.log(standardDeviation(values));
}
