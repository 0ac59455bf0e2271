/**
 * Block length of a moving-block bootstrap, long enough to keep dependent neighbours within one block.
 *
 * Politis and White (Econometric Reviews 23, 2004; corrected by Patton, Politis and White 2009) for the mean of a
 * series: b = (2 G² / D)^⅓ n^⅓ with G = Σ λ(k/M) |k| R(k), D = 4/3 (Σ λ(k/M) R(k))², λ the flat-top window, M = 2 m
 * and m the last lag before five (or √log₁₀ n) autocorrelations in a row are small (< 2 √(log₁₀ n / n)).
 */
import { autocorrelations } from "./autocorrelation";

/**
 * Chooses the block length of a bootstrap in points: at least 1, at most a quarter of the series, so that
 * four blocks remain.
 */
export function chooseBlockLength(values: Float64Array): number {
  const n = values.length;
  const longest = Math.max(1, Math.floor(n / 4));
  const runLength = Math.max(5, Math.ceil(Math.sqrt(Math.log10(n))));
  const maxLag = Math.min(n - 1, Math.ceil(Math.sqrt(n)) + runLength);
  const correlations = autocorrelations(values, maxLag);
  const last = lastNotableLag(correlations, 2 * Math.sqrt(Math.log10(n) / n), runLength);
  const width = Math.min(2 * last, maxLag);
  let [weighted, level] = [0, correlations[0] ?? 1];
  for (let lag = 1; lag <= width; lag += 1) {
    const part = 2 * flatTop(lag / width) * (correlations[lag] ?? 0);
    weighted += lag * part;
    level += part;
  }
  const length = Math.cbrt(((2 * weighted * weighted) / ((4 / 3) * level * level)) * n);
  return Number.isFinite(length) ? Math.max(1, Math.min(longest, Math.round(length))) : longest;
}

/**
 * Returns the lag after which `runLength` autocorrelations in a row are small, or the largest notable lag if no such
 * run exists.
 */
function lastNotableLag(correlations: Float64Array, small: number, runLength: number): number {
  let last = 0;
  for (let lag = 1; lag < correlations.length; lag += 1) {
    if (Math.abs(correlations[lag] ?? 0) >= small) last = lag;
    else if (lag - last >= runLength) return last;
  }
  return last;
}

function flatTop(share: number): number {
  return share <= 0.5 ? 1 : 2 * (1 - share);
}
