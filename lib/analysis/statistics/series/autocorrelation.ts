/** Autocorrelation of a series and the effective sample size that follows from it. */

/**
 * Returns the autocorrelations at lags 0 to `maxLag`. Lag 0 is 1. The estimator is the biased one (divided by n); a
 * flat series has 0 at every other lag.
 */
export function autocorrelations(values: Float64Array, maxLag: number): Float64Array {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const result = new Float64Array(maxLag + 1);
  for (let lag = 0; lag <= maxLag; lag += 1) {
    let sum = 0;
    for (let index = lag; index < n; index += 1)
      sum += ((values[index] ?? 0) - mean) * ((values[index - lag] ?? 0) - mean);
    result[lag] = sum;
  }
  const power = result[0] ?? 0;
  return result.map((sum, lag) => (lag === 0 ? 1 : power > 0 ? sum / power : 0));
}

/**
 * Returns the number of independent pairs that determine the correlation of two autocorrelated series
 * equally well: 1/n* = 1/n + 2/n · Σ (n − j)/n · rx(j) · ry(j), lags 1 to n/5 (Pyper and Peterman, Can. J.
 * Fish. Aquat. Sci. 55, 1998). The result is between 2 and n.
 */
export function effectivePairCount(x: Float64Array, y: Float64Array): number {
  const n = x.length;
  const maxLag = Math.floor(n / 5);
  const [inX, inY] = [autocorrelations(x, maxLag), autocorrelations(y, maxLag)];
  let inverse = 1 / n;
  for (let lag = 1; lag <= maxLag; lag += 1)
    inverse += (2 / n) * ((n - lag) / n) * (inX[lag] ?? 0) * (inY[lag] ?? 0);
  return inverse <= 0 ? n : Math.max(2, Math.min(n, 1 / inverse));
}

/**
 * Returns the number of independent points whose mean is as certain as the mean of these n: n (1 − φ) / (1 + φ),
 * where φ is the lag-1 autocorrelation corrected for its bias in short series: φ = r + (1 + 4 r) / n (Kendall 1954).
 * The result is between 2 and n.
 */
export function effectiveSampleSize(values: Float64Array): number {
  const n = values.length;
  const repeated = autocorrelations(values, 1)[1] ?? 0;
  const phi = Math.max(-0.99, Math.min(0.99, repeated + (1 + 4 * repeated) / n));
  return Math.max(2, Math.min(n, (n * (1 - phi)) / (1 + phi)));
}
