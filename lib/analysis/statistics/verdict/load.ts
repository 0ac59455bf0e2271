/**
 * Equal load: two windows are comparable if their arrivals differ by at most 20 %.
 *
 * Load is what arrives: requests per second and ready instance, mean prompt tokens, and mean output tokens. The
 * running batch is an outcome: by Little's law (L = λ · W, Little 1961) it rises with latency, so comparing at equal
 * batches would hide a regression. Only a run with declared fixed concurrency is compared at equal concurrency
 * instead of equal arrivals, because there the arrivals are the outcome.
 */

import { loadMeasures, type LoadMeasure } from "@/lib/model/comparison/load-measure";

export type { LoadMeasure };

/** Load of one window. A measure that is null or absent is unknown. */
export interface WindowLoad {
  /** Requests per second per ready instance. */
  readonly requestsPerInstance?: number | null;
  /** Mean prompt length in tokens. */
  readonly promptTokens?: number | null;
  /** Mean output length in tokens. */
  readonly outputTokens?: number | null;
  /** Concurrent requests, only if both runs declare a fixed concurrency. It replaces the request rate. */
  readonly fixedConcurrency?: number | null;
}

/** Measure of load that differs between two windows. */
export interface LoadDifference {
  readonly measure: LoadMeasure;
  /** Measure after / measure before; Infinity if it was 0 before. */
  readonly ratio: number;
}

/** Measures of load that differ between two windows, or that are unknown. */
export interface LoadDifferences {
  /** Measures that differ by more than 20 %, the largest difference first. */
  readonly differences: readonly LoadDifference[];
  /** Measures that are unknown in one or both windows. They are not known to be equal. */
  readonly unknown: readonly LoadMeasure[];
}

const loadTolerance = 0.2;
/** Tolerance for rounding, so that a difference of exactly 20 % is accepted. */
const roundingSlack = 1e-9;

/**
 * Compares the load of two windows. A measure differs if it deviates by more than 20 % from the window
 * before.
 */
export function findLoadDifferences(before: WindowLoad, after: WindowLoad): LoadDifferences {
  const differences: LoadDifference[] = [];
  const unknown: LoadMeasure[] = [];
  for (const measure of measuresFor(before, after)) {
    const [was, is] = [before[measure] ?? null, after[measure] ?? null];
    if (was === null || is === null) unknown.push(measure);
    else if (!(Math.abs(ratioOf(was, is) - 1) <= loadTolerance + roundingSlack))
      differences.push({ measure, ratio: ratioOf(was, is) });
  }
  return { differences: differences.sort((a, b) => factorOf(b) - factorOf(a)), unknown };
}

function measuresFor(before: WindowLoad, after: WindowLoad): readonly LoadMeasure[] {
  const hasFixedConcurrency =
    (before.fixedConcurrency ?? null) !== null && (after.fixedConcurrency ?? null) !== null;
  const replaced: LoadMeasure = hasFixedConcurrency ? "requestsPerInstance" : "fixedConcurrency";
  return loadMeasures.filter((measure) => measure !== replaced);
}

function ratioOf(before: number, after: number): number {
  return before === after ? 1 : after / before;
}

/** Returns how many times larger the larger window's measure is. */
function factorOf({ ratio }: LoadDifference): number {
  return Math.max(ratio, 1 / ratio);
}
