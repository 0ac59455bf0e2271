/**
 * Measures the scrape intervals of a selector in a window: the longest and the shortest, including changes inside the
 * window.
 *
 * Counting every sample of a long window would cost as much as reading it. Instead, two queries count the samples in
 * up to 64 probes of ten minutes (minimum and maximum over the series), and the stored samples of one series are read
 * at a few of them. Their timestamps give the interval, so gaps, new series and two intervals within one probe do not
 * distort it.
 *
 *   window |····probe····probe····probe····probe| few samples → longest, many → shortest, end → recent changes
 *
 * An interval that lasts less than 1/64 of the window, and not at its end, can be missed.
 */
import { assertPresent } from "@/lib/base/assert";
import type { Grid, InstantVector, Matrix } from "@/lib/model/grid";
import type { TimeWindow } from "@/lib/model/time-window";
import type { SeriesSamples } from "@/lib/sources/prometheus/mapper";
import { findSampleSpacing, mergeSampleSpacings, type SampleSpacing } from "./sample-spacing";
import { addLabelMatchers } from "./label-matchers";

/** Queries that measure the scrape interval of a series. */
export interface SpacingSource {
  readonly queryRange: (query: { readonly promql: string; readonly grid: Grid }) => Promise<Matrix>;
  readonly queryInstant: (query: {
    readonly promql: string;
    readonly atMs: number;
  }) => Promise<InstantVector>;
  readonly querySamples: (query: {
    readonly promql: string;
    readonly atMs: number;
  }) => Promise<readonly SeriesSamples[]>;
}

const PROBE_MS = 600_000;
const MAX_PROBES = 64;
const COARSE_CHECKS = 3;
/**
 * Maximum ratio of sample counts at which series count as uniform. It is smaller than the ratio from which two intervals
 * count as different.
 */
const MAX_COUNT_RATIO = 1.15;
const MIN_COUNT_TO_COMPARE = 10;
/**
 * Minimum number of samples in a probe. Prometheus looks back five minutes, so samples farther apart than that do not
 * appear in instant queries.
 */
const MIN_SAMPLES = 3;
const WIDER_PROBE_FACTOR = 12;

/**
 * Measures the longest and shortest scrape interval of a selector's series in a window. Undefined if they
 * have fewer than two samples there.
 */
export async function measureSampleSpacing(
  source: SpacingSource,
  selector: string,
  window: TimeWindow,
): Promise<SampleSpacing | undefined> {
  const narrow = await measureWith(source, selector, { window, probeMs: PROBE_MS });
  const isSure = narrow !== undefined && narrow.longestMs * MIN_SAMPLES <= PROBE_MS;
  if (isSure || window.endMs - window.startMs <= PROBE_MS) return narrow;
  const wide = await measureWith(source, selector, { window, probeMs: PROBE_MS * WIDER_PROBE_FACTOR });
  return mergeSampleSpacings([narrow, wide]);
}

interface Probes {
  readonly window: TimeWindow;
  readonly probeMs: number;
}

async function measureWith(
  source: SpacingSource,
  selector: string,
  { window, probeMs }: Probes,
): Promise<SampleSpacing | undefined> {
  const lengthMs = window.endMs - window.startMs;
  const range = `[${Math.floor(Math.min(probeMs, lengthMs))}ms]`;
  const ends: readonly SpacingCheck[] = [
    { pick: "bottomk", atMs: window.endMs },
    { pick: "topk", atMs: window.endMs },
  ];
  const inside = lengthMs <= probeMs ? [] : await chooseChecks(source, selector + range, { window, probeMs });
  const checks = new Map([...inside, ...ends].map((check) => [`${check.pick} ${check.atMs}`, check]));
  const chosen = await Promise.all(
    [...checks.values()].map((check) => chooseSeries(source, selector + range, check)),
  );
  // The series with the most and the fewest samples are often the same.
  const selectors = new Map(
    chosen.flatMap((one) => {
      if (one === undefined) return [];
      const promql = addLabelMatchers(selector, one.labels) + range;
      return [[`${promql} ${one.atMs}`, { promql, atMs: one.atMs }] as const];
    }),
  );
  const rows = await Promise.all([...selectors.values()].map((query) => source.querySamples(query)));
  return mergeSampleSpacings(rows.flat().map(({ timesMs }) => findSampleSpacing(timesMs)));
}

/** Returns the times to check in addition to the end of the window: its start, and the times with extreme counts. */
async function chooseChecks(
  source: SpacingSource,
  rangeSelector: string,
  { window, probeMs }: Probes,
): Promise<readonly SpacingCheck[]> {
  const grid = probeGrid({ window, probeMs });
  const [minCounts, maxCounts] = await Promise.all(
    ["min", "max"].map((pick) =>
      source.queryRange({ promql: `${pick}(count_over_time(${rangeSelector}))`, grid }),
    ),
  );
  const [few, many] = [minCounts, maxCounts].map((one) =>
    assertPresent(one, "the queries for the smallest and largest sample counts have results"),
  );
  if (few === undefined || many === undefined || isUniform(few, many)) return [];
  const [byMaxCount, byMinCount] = [risingTimes(many), risingTimes(few)];
  return [
    { pick: "topk", atMs: window.startMs + probeMs },
    // Even the best series has few samples here because of a long interval or a gap. Several times are checked,
    // because one check cannot distinguish them.
    ...byMaxCount.slice(0, COARSE_CHECKS).map((atMs): SpacingCheck => ({ pick: "topk", atMs })),
    // One series has fewer samples than the others.
    ...byMinCount.slice(0, 1).map((atMs): SpacingCheck => ({ pick: "bottomk", atMs })),
    ...byMaxCount.slice(-1).map((atMs): SpacingCheck => ({ pick: "topk", atMs })),
  ];
}

/**
 * Returns true if every series has about the same number of samples in every probe. Then the check at the end of the
 * window is sufficient.
 */
function isUniform(minCounts: Matrix, maxCounts: Matrix): boolean {
  const counts = [minCounts, maxCounts].flatMap(({ rows }) => [...(rows[0]?.values ?? [])]);
  const minCount = Math.min(...counts);
  // With few samples, one more or less is a large difference. A probe without samples is NaN, so the comparison
  // fails.
  return (
    counts.length === 2 * maxCounts.grid.pointCount &&
    minCount >= MIN_COUNT_TO_COMPARE &&
    Math.max(...counts) <= MAX_COUNT_RATIO * minCount
  );
}

interface SpacingCheck {
  readonly pick: "topk" | "bottomk";
  readonly atMs: number;
}

interface ChosenSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly atMs: number;
}

/** Returns the series with the fewest or most samples before the time of the check. */
async function chooseSeries(
  source: SpacingSource,
  rangeSelector: string,
  { pick, atMs }: SpacingCheck,
): Promise<ChosenSeries | undefined> {
  const promql = `${pick}(1, count_over_time(${rangeSelector}))`;
  const { samples } = await source.queryInstant({ promql, atMs });
  const [chosen] = samples;
  return chosen && { labels: chosen.labels, atMs };
}

/**
 * Returns the end times of the probes, as multiples of the step. Probes start within the window, unless there is only
 * one.
 */
function probeGrid({ window, probeMs }: Probes): Grid {
  const firstMs = window.startMs + probeMs;
  const stepMs = Math.max(1_000, Math.ceil((window.endMs - firstMs) / MAX_PROBES / 1_000) * 1_000);
  const lastMs = Math.floor(window.endMs / stepMs) * stepMs;
  const startMs = Math.min(lastMs, Math.ceil(firstMs / stepMs) * stepMs);
  const pointCount = (lastMs - startMs) / stepMs + 1;
  return { startMs, stepMs, pointCount };
}

/** Returns the times of a one-row matrix by ascending value. Times with fewer than two samples are excluded. */
function risingTimes({ grid, rows }: Matrix): readonly number[] {
  return [...(rows[0]?.values.entries() ?? [])]
    .filter(([, count]) => count >= 2)
    .toSorted(([, a], [, b]) => a - b)
    .map(([index]) => grid.startMs + index * grid.stepMs);
}
