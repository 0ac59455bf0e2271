/**
 * How far back a rate may look without being too low. `rate(x[5m])` divides by five minutes however little of them was
 * scraped: it reaches at most half a sample's distance beyond the first sample. A window is covered when its first sample lies
 * so near to its start that PromQL extends the rate to the start itself; then its rate is what it claims to be.
 *
 *     t−5m                      t−2m          t
 *      |     nothing scraped     |x  x  x  x  |      covered: 2 min, not 5
 *
 * Quantiles, means and ratios need none of this: both of their parts are short by the same factor.
 */
import { limits } from "@/lib/model/status";
import { singleColumn, type Columns } from "./columns";
import { anyOf, printPromql, type Expression } from "./promql";
import { engineFinder, seriesOf, type Place } from "./scope-selectors";

/** Few, so that reads of a young deployment share their last good answers. Longest first. */
const windowsMs = [
  limits.headlineWindowMs,
  240_000,
  180_000,
  120_000,
  60_000,
  30_000,
  15_000,
  5_000,
] as const;

/** PromQL's own threshold: a first sample within 1.1 average distances of the start extends to the start. */
const reachRatio = 1.1;
const leastSamples = 2;

/**
 * A query that answers with the seconds of the longest covered window, or with nothing. Null when no window holds two samples.
 * It looks at the metric by which the engine is found, which is scraped together with all others.
 */
export function coveredWindowQuery(place: Place, spacingMs: number): string | null {
  const probes = seriesOf({ names: place.engine.detectionMetrics }, engineFinder(place));
  const edgeMs = Math.ceil(spacingMs * reachRatio);
  const parts = windowsMs
    .filter((windowMs) => windowMs >= leastSamples * spacingMs && windowMs > edgeMs)
    .map((windowMs) => secondsWhenCovered(probes, windowMs, edgeMs));
  return probes.length === 0 || parts.length === 0 ? null : printPromql(anyOf(parts));
}

function secondsWhenCovered(
  probes: ReturnType<typeof seriesOf>,
  windowMs: number,
  edgeMs: number,
): Expression {
  const atEdge = probes.map((of): Expression => ({
    kind: "range-call",
    name: "count_over_time",
    of,
    windowMs: edgeMs,
    offsetMs: windowMs - edgeMs,
  }));
  return {
    kind: "binary",
    operator: "*",
    left: { kind: "number", value: windowMs / 1_000 },
    right: { kind: "aggregate", name: "group", by: [], of: anyOf(atEdge) },
  };
}

/** Length of the longest covered window; null when there is none. */
export function readCoveredWindow(promql: string, columns: Columns): number | null {
  const seconds = singleColumn(columns, promql)[0] ?? Number.NaN;
  return Number.isNaN(seconds) ? null : seconds * 1_000;
}
