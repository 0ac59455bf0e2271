/** Longest and shortest scrape interval of a series. */
export interface SampleSpacing {
  readonly longestMs: number;
  readonly shortestMs: number;
}

/**
 * Maximum difference of two distances that are the same interval, as a fraction of the shorter distance. Scrape times
 * jitter.
 */
const alikeRatio = 0.2;
/** Intervals are rounded to multiples of this time. */
const roundingMs = 100;

/**
 * Returns the longest and shortest scrape interval of one series; undefined for fewer than two samples. A
 * gap, such as a missed scrape, is not an interval: only a distance followed by a similar one counts.
 */
export function findSampleSpacing(timesMs: ArrayLike<number>): SampleSpacing | undefined {
  const gaps: number[] = [];
  for (let index = 1; index < timesMs.length; index += 1) {
    const gap = (timesMs[index] ?? NaN) - (timesMs[index - 1] ?? NaN);
    if (gap > 0) gaps.push(gap);
  }
  const runs = runsOf(gaps);
  const regular = runs.filter(
    (run, index) => run.gaps.length > 1 && !areMissedScrapes(run, runs[index - 1], runs[index + 1]),
  );
  const spacings =
    regular.length > 0 ? regular.map(({ middleMs }) => middleMs) : gaps.length === 1 ? gaps : [];
  if (spacings.length === 0) return undefined;
  return { longestMs: rounded(Math.max(...spacings)), shortestMs: rounded(Math.min(...spacings)) };
}

/** Returns the longest and shortest scrape interval of several series. Undefined if none is known. */
export function mergeSampleSpacings(
  spacings: readonly (SampleSpacing | undefined)[],
): SampleSpacing | undefined {
  const known = spacings.filter((spacing) => spacing !== undefined);
  if (known.length === 0) return undefined;
  return {
    longestMs: Math.max(...known.map(({ longestMs }) => longestMs)),
    shortestMs: Math.min(...known.map(({ shortestMs }) => shortestMs)),
  };
}

function areAlike(a: number, b: number): boolean {
  return Math.abs(a - b) <= alikeRatio * Math.min(a, b);
}

/** Successive distances between samples that have a similar length. Their median is robust against jitter. */
interface Run {
  readonly gaps: readonly number[];
  readonly middleMs: number;
}

function runsOf(gaps: readonly number[]): readonly Run[] {
  const runs: number[][] = [];
  for (const gap of gaps) {
    const run = runs.at(-1);
    const first = run?.[0];
    if (run !== undefined && first !== undefined && areAlike(first, gap)) run.push(gap);
    else runs.push([gap]);
  }
  return runs.map((run) => ({
    gaps: run,
    middleMs: run.toSorted((left, right) => left - right)[Math.floor(run.length / 2)] ?? NaN,
  }));
}

/**
 * Returns whether the long distances of a run are missed scrapes, not a longer interval: a few long distances between
 * shorter distances, or up to two at the edge of the samples.
 */
function areMissedScrapes(run: Run, before: Run | undefined, after: Run | undefined): boolean {
  const neighbours = [before, after].filter((each) => each !== undefined);
  const areFiner = neighbours.every(({ middleMs }) => middleMs < run.middleMs / 1.5);
  if (!areFiner || !neighbours.some(({ gaps }) => gaps.length > 1)) return false;
  return run.gaps.length <= (neighbours.length === 2 ? 4 : 2);
}

function rounded(spacingMs: number): number {
  return Math.max(roundingMs, Math.round(spacingMs / roundingMs) * roundingMs);
}
