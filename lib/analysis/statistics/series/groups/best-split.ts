/**
 * Splits the points of two columns into two groups along a line, and decides whether the groups are separate.
 *
 * Each column is standardised, in logarithms where its axis is logarithmic. The points are projected on four directions:
 * both axes and both diagonals, which are the principal components of two standardised columns. On each direction the
 * split with the smallest variance within the groups is found (Otsu, IEEE Trans. SMC 9, 1979). Two groups are separate if
 *
 *     Ashman's D = √2 · |μ₁ − μ₂| / √(σ₁² + σ₂²) ≥ 5.5, or 5.5 · √(40 / n) with fewer than 40 points, and
 *     the middle 40 % between μ₁ and μ₂ contains at most a fifth as many points as the smaller group.
 *
 * Ashman, Bird and Zepf (Astron. J. 108, 1994) require D > 2 for components of a fitted mixture. A split cuts off the
 * tails, so halves of one cloud reach a larger D: 2.6 if it is normal, 3.5 if it is uniform. The second condition rejects
 * evenly spread points and slow trends. Of one cloud (normal, correlated, uniform, log-normal, exponential, with a trend or
 * autocorrelation up to 0.95, n 20 to 240), less than 5 % are split (simulated).
 */
import { needsLogarithmicScale } from "@/lib/model/signals/logarithmic-range";
import { spreadTies } from "./spread-ties";

/** With few points, a slow signal looks like two groups more often. */
const minSeparation = (n: number): number => 5.5 * Math.max(1, Math.sqrt(40 / n));
/** Ends of the middle part, as fractions of the distance between the means. */
const middle = { from: 0.3, to: 0.7 } as const;
const maxMiddleShare = 0.2;
/** A group has at least five points, and at least 5 % of them. */
const minGroup = (n: number): number => Math.max(5, Math.ceil(n * 0.05));

/** Two separate groups of points. */
export interface GroupSplit {
  /** Whether each point is in the group on the far side of the split. */
  readonly isFar: readonly boolean[];
  /** Ashman's D. */
  readonly separation: number;
}

/** Finds the clearest split of complete pairs into two separate groups. Null if there is none. */
export function findGroupSplit(x: Float64Array, y: Float64Array): GroupSplit | null {
  const [across, up] = [standardise(x), standardise(y)];
  const directions = [
    across,
    up,
    across.map((value, index) => value + (up[index] ?? Number.NaN)),
    across.map((value, index) => value - (up[index] ?? Number.NaN)),
  ];
  return directions.reduce<GroupSplit | null>((best, projected) => {
    const split = splitDirection(projected);
    return split !== null && split.separation > (best?.separation ?? 0) ? split : best;
  }, null);
}

/** Finds the clearest split of one column into two separate groups. Null if there is none, or if the column is constant. */
export function findAxisSplit(values: Float64Array): GroupSplit | null {
  return values.every((value) => value === values[0]) ? null : splitDirection(standardise(values));
}

/** Standardises a column that is not constant, on the scale of its axis. */
function standardise(values: Float64Array): Float64Array {
  const spread = spreadTies(values);
  const scaled = needsLogarithmicScale(values)
    ? spread.map((value, index) => Math.log(value > 0 ? value : (values[index] ?? Number.NaN)))
    : spread;
  const n = scaled.length;
  const mean = scaled.reduce((sum, value) => sum + value, 0) / n;
  const deviation = Math.sqrt(scaled.reduce((sum, value) => sum + (value - mean) ** 2, 0) / n);
  return scaled.map((value) => (value - mean) / deviation);
}

function splitDirection(projected: Float64Array): GroupSplit | null {
  const sorted = projected.toSorted();
  const cut = findCut(sorted);
  if (cut === null) return null;
  const [near, far] = [describe(sorted.subarray(0, cut)), describe(sorted.subarray(cut))];
  const distance = far.mean - near.mean;
  const separation = (Math.SQRT2 * distance) / Math.sqrt(near.variance + far.variance);
  const [from, to] = [near.mean + middle.from * distance, near.mean + middle.to * distance];
  const between = sorted.filter((value) => value > from && value < to).length;
  const smaller = Math.min(cut, sorted.length - cut);
  if (!(separation >= minSeparation(sorted.length)) || between > maxMiddleShare * smaller) return null;
  const first = sorted[cut] ?? Number.NaN;
  return { isFar: Array.from(projected, (value) => value >= first), separation };
}

/** Returns the size of the lower group with the largest variance between groups. Null with too few points. */
function findCut(sorted: Float64Array): number | null {
  const n = sorted.length;
  const total = sorted.reduce((sum, value) => sum + value, 0);
  let [sum, best, cut]: [number, number, number | null] = [0, 0, null];
  for (let size = 1; size < n; size += 1) {
    sum += sorted[size - 1] ?? 0;
    if (Math.min(size, n - size) < minGroup(n) || sorted[size] === sorted[size - 1]) continue;
    const between = size * (n - size) * (sum / size - (total - sum) / (n - size)) ** 2;
    if (between > best) [best, cut] = [between, size];
  }
  return cut;
}

function describe(values: Float64Array): { readonly mean: number; readonly variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1) };
}
