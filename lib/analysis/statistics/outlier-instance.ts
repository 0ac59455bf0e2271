/**
 * Finds the instances of a deployment that differ from the others over a window.
 *
 * Each instance is represented by its median over the window (at least three values; other instances are excluded and
 * counted), all instances together by the median and MAD of these. An instance is an outlier if
 *
 *     |median − centre| / (1.4826 · MAD) > limit(k)   and   |median − centre| ≥ 10 % of |centre|
 *
 * The usual limit of 3.5 (Iglewicz and Hoaglin 1993) reports an outlier among four equal instances in 17 of 100
 * windows, because so few values give a poor estimate of their spread. The limits here do so in about 1 of 100, for k
 * normal medians (simulated, 100,000 rounds). At least four instances are required, because among three it is unclear
 * which one differs. If more than half of the medians are exactly equal, the MAD is 0. Then every instance that
 * differs by 10 % is an outlier, without a z.
 */
import { median, medianAbsoluteDeviation } from "simple-statistics";
import { normalPerMad } from "./robust-limits";

const minInstances = 4;

const minValues = 3;
const minRelativeDistance = 0.1;

/** For k instances or more: the z that the largest of k normal medians exceeds once in a hundred windows. */
const limits: readonly (readonly [fromK: number, z: number])[] = [
  [4, 19],
  [6, 10.6],
  [8, 8.3],
  [10, 7.1],
  [12, 6.4],
  [15, 5.9],
  [20, 5.3],
  [32, 4.8],
  [50, 4.5],
];

/** Instance whose median differs from the other instances. */
export interface Outlier {
  /** Index in the given list. */
  readonly index: number;
  /** Median of the instance, in the signal's unit. */
  readonly median: number;
  /** Signed distance from the centre in robust standard deviations; null if the MAD is 0. */
  readonly robustZ: number | null;
}

/** Instances that differ from the others, or the reason why this cannot be judged. */
export type InstanceSpread =
  /** `outliers` is empty if no instance differs. The farthest is first; equals keep the given order. */
  | {
      readonly kind: "spread";
      readonly outliers: readonly Outlier[];
      readonly centre: number;
      readonly lowest: number;
      readonly highest: number;
      readonly instanceCount: number;
      readonly excludedInstances: number;
    }
  | {
      readonly kind: "too-few";
      readonly instanceCount: number;
      readonly required: number;
      readonly excludedInstances: number;
    };

/**
 * Finds the instances whose median differs from the medians of the other instances. Each column has the values of one
 * instance over the window; NaN is a missing value.
 */
export function findOutliers(columns: readonly Float64Array[]): InstanceSpread {
  const instances = columns.flatMap((column, index) => {
    const numbers = [...column].filter(Number.isFinite);
    return numbers.length < minValues ? [] : [{ index, median: median(numbers) }];
  });
  const k = instances.length;
  const excludedInstances = columns.length - k;
  if (k < minInstances)
    return { kind: "too-few", instanceCount: k, required: minInstances, excludedInstances };
  const medians = instances.map((instance) => instance.median);
  const centre = median(medians);
  const deviation = normalPerMad * medianAbsoluteDeviation(medians);
  const outliers = instances
    .map((instance) => ({
      ...instance,
      robustZ: deviation > 0 ? (instance.median - centre) / deviation : null,
    }))
    .filter((instance) => isOutlier(instance, centre, zLimit(k)))
    .toSorted((a, b) => Math.abs(b.median - centre) - Math.abs(a.median - centre));
  return {
    kind: "spread",
    outliers,
    centre,
    lowest: Math.min(...medians),
    highest: Math.max(...medians),
    instanceCount: k,
    excludedInstances,
  };
}

function isOutlier(instance: Outlier, centre: number, limit: number): boolean {
  const distance = Math.abs(instance.median - centre);
  if (distance === 0 || distance < minRelativeDistance * Math.abs(centre)) return false;
  return instance.robustZ === null || Math.abs(instance.robustZ) > limit;
}

function zLimit(k: number): number {
  return limits.findLast(([fromK]) => fromK <= k)?.[1] ?? Number.POSITIVE_INFINITY;
}
