/**
 * The longest window over which a rate is not too low. `rate(x[5m])` always divides by five minutes, even if only a
 * part of them was scraped, and extrapolates at most half a sample distance beyond the first sample. A window is
 * covered when three conditions hold. Its first sample is so near to its start that PromQL extrapolates to the start.
 * Its last sample is equally near to its end. And there was a sample before it. Only then is its rate correct.
 *
 *     t−5m                      t−2m          t
 *      |     nothing scraped     |x  x  x  x  |      covered: 2 min, not 5
 *      |x  x  x    dead    0  x  x  x  x  x  x|      covered: since the restart, where the counter starts at 0
 *      |x  x  x  not scraped  x  x  x  x  x  x|      covered: 5 min, because the counter continued through the gap
 *
 * Quantiles, means and ratios need no coverage, because both of their parts are too low by the same factor.
 */
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { readSingleColumn, type QueryColumns } from "./columns";
import { processLabels } from "@/lib/semantic/compile/process-matching";
import { joinWithOr, printPromql, type PromqlExpression } from "@/lib/semantic/compile/promql";
import { joinRangeCalls } from "@/lib/semantic/compile/range-calls";
import {
  getEngineSeriesFinder,
  findSeriesSelectors,
  type QueryContext,
} from "@/lib/semantic/compile/scope-selectors";

/**
 * Window lengths to try, the longest first. They are few, so that requests for a young deployment share cached answers.
 */
const windowsMs = [
  evaluationWindows.headlineWindowMs,
  240_000,
  180_000,
  120_000,
  60_000,
  30_000,
  15_000,
  5_000,
] as const;

/** Threshold of PromQL: a first sample within 1.1 average distances of the start is extrapolated to the start. */
const reachRatio = 1.1;
const minSamples = 2;
/**
 * Fraction of the expected scrapes that a window without a gap must have. It may also not lack more than
 * `maxMissedScrapes`.
 */
const fullRatio = 0.9;
const maxMissedScrapes = 2;

type Series = ReturnType<typeof findSeriesSelectors>;

interface Probes {
  /** Series of the metric by which the engine is detected. It is scraped together with all other metrics. */
  readonly gauges: Series;
  /** Counters that reset when their process restarts. */
  readonly counters: Series;
  readonly spacingMs: number;
  readonly edgeMs: number;
}

/**
 * Builds a query for the longest window before now, in seconds, that samples cover without a gap. The query has no
 * result if samples cover no window. Null if no window is long enough for two samples.
 */
export function buildCoveredWindowQuery(context: QueryContext, sampleSpacingMs: number): string | null {
  const finder = getEngineSeriesFinder(context);
  const gauges = findSeriesSelectors({ names: context.engine.detectionMetrics }, finder);
  const counters = findSeriesSelectors(context.engine.activityCounter, finder);
  const edgeMs = Math.ceil(sampleSpacingMs * reachRatio);
  const parts = windowsMs
    .filter((windowMs) => windowMs >= minSamples * sampleSpacingMs && windowMs > edgeMs)
    .map((windowMs) =>
      secondsWhenCovered(windowMs, { gauges, counters, spacingMs: sampleSpacingMs, edgeMs }),
    );
  return gauges.length === 0 || parts.length === 0 ? null : printPromql(joinWithOr(parts));
}

/**
 * Maximum distance of the first and last sample of an interval from its ends, as a share of its length. The rate is
 * too low by at most this share.
 */
const intervalEdgeRatio = 0.1;

/**
 * Builds a query with a result at each grid point whose window of `windowMs` is covered by samples, so that
 * a rate is correct; null if there are no series.
 */
export function buildCoveredIntervalQuery(
  context: QueryContext,
  windowMs: number,
  sampleSpacingMs: number,
): string | null {
  const finder = getEngineSeriesFinder(context);
  const gauges = findSeriesSelectors({ names: context.engine.detectionMetrics }, finder);
  const counters = findSeriesSelectors(context.engine.activityCounter, finder);
  const edgeMs = Math.ceil(Math.max(sampleSpacingMs * reachRatio, windowMs * intervalEdgeRatio));
  if (gauges.length === 0 || windowMs <= edgeMs) return null;
  return printPromql(secondsWhenCovered(windowMs, { gauges, counters, spacingMs: sampleSpacingMs, edgeMs }));
}

function secondsWhenCovered(
  windowMs: number,
  { gauges, counters, spacingMs, edgeMs }: Probes,
): PromqlExpression {
  const spans = [
    // If the counter had started inside the window, PromQL would extrapolate only back to the time at which the counter
    // was zero.
    countSamples(gauges, edgeMs, windowMs),
    countSamples(gauges, edgeMs, windowMs - edgeMs),
    countSamples(gauges, edgeMs),
  ].reduce((lhs, rhs): PromqlExpression => ({ kind: "matching", operator: "and", lhs, rhs }));
  const resets = joinRangeCalls(counters, "resets", windowMs);
  const samples = Math.floor(windowMs / spacingMs);
  const minCount = Math.max(Math.floor(fullRatio * samples), samples - maxMissedScrapes);
  const restarted: PromqlExpression | undefined = resets && {
    kind: "matching",
    operator: "and",
    on: processLabels,
    lhs: compareWithNumber(countSamples(gauges, windowMs), "<", minCount),
    rhs: compareWithNumber(resets, ">", 0),
  };
  const covered: PromqlExpression =
    restarted === undefined
      ? spans
      : { kind: "matching", operator: "unless", on: processLabels, lhs: spans, rhs: restarted };
  return {
    kind: "binary",
    operator: "*",
    lhs: { kind: "number", value: windowMs / 1_000 },
    rhs: { kind: "aggregate", name: "group", by: [], operand: covered },
  };
}

function countSamples(series: Series, windowMs: number, offsetMs = 0): PromqlExpression {
  return joinWithOr(
    series.map((of): PromqlExpression => ({
      kind: "range-call",
      name: "count_over_time",
      operand: of,
      windowMs,
      offsetMs,
    })),
  );
}

function compareWithNumber(lhs: PromqlExpression, operator: "<" | ">", value: number): PromqlExpression {
  return { kind: "binary", operator, lhs, rhs: { kind: "number", value } };
}

/** Returns the longest window that samples cover without a gap, in milliseconds; null if there is none. */
export function readCoveredWindowMs(promql: string, columns: QueryColumns): number | null {
  const seconds = readSingleColumn(columns, promql)[0] ?? Number.NaN;
  return Number.isNaN(seconds) ? null : seconds * 1_000;
}
