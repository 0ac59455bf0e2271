/**
 * How far back a rate may look without being too low. `rate(x[5m])` divides by five minutes however little of them was
 * scraped: it reaches at most half a sample's distance beyond the first sample. A window is covered when its first sample lies
 * so near to its start that PromQL extends the rate to the start itself, and its last so near to its end, and when there was one before; then
 * its rate is what it claims to be.
 *
 *     t−5m                      t−2m          t
 *      |     nothing scraped     |x  x  x  x  |      covered: 2 min, not 5
 *      |x  x  x    dead    0  x  x  x  x  x  x|      covered: since the restart, where the counter begins anew
 *      |x  x  x  not scraped  x  x  x  x  x  x|      covered: 5 min, since the counter went on and tells what was missed
 *
 * Quantiles, means and ratios need none of this: both of their parts are short by the same factor.
 */
import { limits } from "@/lib/model/status";
import { singleColumn, type Columns } from "./columns";
import { processLabels } from "./process-matching";
import { anyOf, printPromql, type Expression } from "./promql";
import { callOver } from "./aggregate-metric";
import { engineFinder, seriesOf, type QueryContext } from "./scope-selectors";

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
const minSamples = 2;
/** Scrapes may be missed; a window that lacks more of them than either allows has a hole. */
const fullRatio = 0.9;
const maxMissedScrapes = 2;

type Series = ReturnType<typeof seriesOf>;

interface Probes {
  /** Scraped together with all others: the metric by which the engine is found. */
  readonly gauges: Series;
  /** They begin anew with their process. */
  readonly counters: Series;
  readonly spacingMs: number;
  readonly edgeMs: number;
}

/** A query that answers with the seconds of the longest covered window, or with nothing. Null when no window holds two samples. */
export function coveredWindowQuery(context: QueryContext, spacingMs: number): string | null {
  const finder = engineFinder(context);
  const gauges = seriesOf({ names: context.engine.detectionMetrics }, finder);
  const counters = seriesOf(context.engine.arrivals, finder);
  const edgeMs = Math.ceil(spacingMs * reachRatio);
  const parts = windowsMs
    .filter((windowMs) => windowMs >= minSamples * spacingMs && windowMs > edgeMs)
    .map((windowMs) => secondsWhenCovered(windowMs, { gauges, counters, spacingMs, edgeMs }));
  return gauges.length === 0 || parts.length === 0 ? null : printPromql(anyOf(parts));
}

/** The first and last sample of a slice may lie this share of it from its ends: then its rate is at most so much too low. */
const intervalEdgeRatio = 0.1;

/** A query that answers where a rate over `windowMs` is what it claims to be, for each point of a grid; null when nothing can be asked. */
export function coveredIntervalQuery(
  context: QueryContext,
  windowMs: number,
  spacingMs: number,
): string | null {
  const finder = engineFinder(context);
  const gauges = seriesOf({ names: context.engine.detectionMetrics }, finder);
  const counters = seriesOf(context.engine.arrivals, finder);
  const edgeMs = Math.ceil(Math.max(spacingMs * reachRatio, windowMs * intervalEdgeRatio));
  if (gauges.length === 0 || windowMs <= edgeMs) return null;
  return printPromql(secondsWhenCovered(windowMs, { gauges, counters, spacingMs, edgeMs }));
}

function secondsWhenCovered(windowMs: number, { gauges, counters, spacingMs, edgeMs }: Probes): Expression {
  const spans = [
    // Had it begun inside the window, PromQL would take its counter's zero for the start.
    counted(gauges, edgeMs, windowMs),
    counted(gauges, edgeMs, windowMs - edgeMs),
    counted(gauges, edgeMs),
  ].reduce((lhs, rhs): Expression => ({ kind: "matching", operator: "and", lhs, rhs }));
  const resets = callOver(counters, "resets", windowMs);
  const samples = Math.floor(windowMs / spacingMs);
  const minCount = Math.max(Math.floor(fullRatio * samples), samples - maxMissedScrapes);
  const restarted: Expression | undefined = resets && {
    kind: "matching",
    operator: "and",
    on: processLabels,
    lhs: compared(counted(gauges, windowMs), "<", minCount),
    rhs: compared(resets, ">", 0),
  };
  const covered: Expression =
    restarted === undefined
      ? spans
      : { kind: "matching", operator: "unless", on: processLabels, lhs: spans, rhs: restarted };
  return {
    kind: "binary",
    operator: "*",
    lhs: { kind: "number", value: windowMs / 1_000 },
    rhs: { kind: "aggregate", name: "group", by: [], of: covered },
  };
}

function counted(series: Series, windowMs: number, offsetMs = 0): Expression {
  return anyOf(
    series.map((of): Expression => ({ kind: "range-call", name: "count_over_time", of, windowMs, offsetMs })),
  );
}

function compared(lhs: Expression, operator: "<" | ">", value: number): Expression {
  return { kind: "binary", operator, lhs, rhs: { kind: "number", value } };
}

/** Length of the longest covered window; null when there is none. */
export function readCoveredWindow(promql: string, columns: Columns): number | null {
  const seconds = singleColumn(columns, promql)[0] ?? Number.NaN;
  return Number.isNaN(seconds) ? null : seconds * 1_000;
}
