/**
 * How strongly the share of observations above a bucket edge rises when all observations become longer.
 *
 *     S(x)        share above x
 *     η = −d ln S / d ln x        share above the edge after all observations become 1 + δ times as long: S · (1 + δ)^η
 *
 * A share in the tail reacts far more strongly than the latency: with log-normal latencies (σ 0.6), 5 % longer requests
 * raise the share above the p95 by about 17 %. A margin of a latency therefore corresponds to a wider margin of the share.
 * η is the slope to the neighbouring edges in logarithms (a Pareto tail between edges), as the harmonic mean of both sides:
 * it averages how far the latency moves for a change of the share, and is at most twice the smaller slope, so that a side
 * with hardly any observations does not decide. It is at least 1.
 */
import type { Histogram } from "@/lib/analysis/statistics/quantiles/quantile";

/**
 * Returns the elasticity η of the share of observations above a bucket edge: if all observations become 1 %
 * longer, the share grows by about η %. At least 1; 1 if there is no slope, for example without observations
 * above the edge.
 */
export function tailElasticity({ upperBounds, cumulativeCounts }: Histogram, edge: number): number {
  const index = upperBounds.indexOf(edge);
  const total = cumulativeCounts.at(-1) ?? 0;
  const pointAt = (at: number): TailPoint => ({
    edge: upperBounds[at] ?? Number.NaN,
    share: 1 - (cumulativeCounts[at] ?? Number.NaN) / total,
  });
  const point = pointAt(index);
  const slopes = [slopeBetween(pointAt(index - 1), point), slopeBetween(point, pointAt(index + 1))].filter(
    Number.isFinite,
  );
  if (slopes.length === 0) return 1;
  return Math.max(1, slopes.length / slopes.reduce((sum, slope) => sum + 1 / slope, 0));
}

/**
 * Converts a relative change of all observations into the relative change of the share above an edge with
 * this elasticity.
 */
export function toShareChange(ratio: number, elasticity: number): number {
  return (1 + ratio) ** elasticity - 1;
}

interface TailPoint {
  readonly edge: number;
  readonly share: number;
}

/**
 * Returns the slope between two points on logarithmic scales. Not finite if an edge is absent, infinite or not above 0,
 * or if no observation is above the edge.
 */
function slopeBetween(left: TailPoint, right: TailPoint): number {
  if (!(left.edge > 0) || !Number.isFinite(right.edge) || !(right.share > 0)) return Number.NaN;
  return Math.log(left.share / right.share) / Math.log(right.edge / left.edge);
}
