/** Times of a question: its grid, from the scrape interval, and the time of its headlines. */
import { AppError } from "@/lib/model/app-error";
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { ReadTiming } from "@/lib/model/signals/read-timing";
import type { TimeWindow } from "@/lib/model/time-window";
import { alignGrid, chooseRateWindow, chooseStep } from "@/lib/semantic/grid";
import { printPromql } from "@/lib/semantic/compile/promql";
import {
  getEngineSeriesFinder,
  findSeriesSelectors,
  type QueryContext,
} from "@/lib/semantic/compile/scope-selectors";
import { headlineAlignmentMs } from "@/lib/server/requested-window";
import { readSampleSpacing } from "@/lib/services/series/prometheus";
import type { SampleSpacing } from "@/lib/services/series/sample-spacing";
import { readRateWindow, type RateWindow } from "./rate-window";
import type { ResolvedQuestion, GridTiming } from "./read-queries";

/** Rounds a time down to the alignment of headline reads, so that viewers share them. */
export function alignHeadlineMs(timeMs: number): number {
  return Math.floor(timeMs / headlineAlignmentMs) * headlineAlignmentMs;
}

/** Rate window of headlines that are not rates: five minutes. */
export const nonRateHeadlineWindow: RateWindow = {
  windowMs: evaluationWindows.headlineWindowMs,
  isCovered: true,
};

/** Returns the time at which the headline values of a window are read. */
export function chooseHeadlineMs({ endMs }: TimeWindow): number {
  return alignHeadlineMs(endMs);
}

interface SpacingRead {
  readonly source: ReadableSource;
  readonly window: TimeWindow;
  /** True if the window moves with the clock. */
  readonly isLive: boolean;
}

/**
 * Returns the scrape interval of the deployment's engine in a window. Null if there are fewer than two samples.
 * Throws AppError if it cannot be measured.
 */
export async function readEngineSpacing(
  { engine, deployment, scope }: QueryContext,
  { source, window, isLive }: SpacingRead,
): Promise<SampleSpacing | null> {
  const [probe] = findSeriesSelectors(
    { names: engine.detectionMetrics },
    getEngineSeriesFinder({ engine, deployment, scope }),
  );
  if (probe === undefined) return null;
  // Aligned, so that the intervals of a fleet are measured at the same times with the same few queries.
  const endMs = chooseHeadlineMs(window);
  const alignedHeadlineMs = { startMs: endMs - (window.endMs - window.startMs), endMs };
  return readSampleSpacing({
    source,
    selectorPromql: printPromql(probe),
    window: alignedHeadlineMs,
    isLive,
  });
}

/**
 * Chooses grid and rate window for a question from the scrape interval, unless an earlier read fixed them. Throws AppError
 * if the scrape interval cannot be measured, and invalid-input if the fixed step is too short.
 */
export async function chooseGridTiming(
  { queryContext, source, window, isLive, fixedTiming }: ResolvedQuestion,
  maxPoints: number,
): Promise<GridTiming> {
  if (fixedTiming !== undefined) return toGridTiming(fixedTiming, window, maxPoints);
  const spacing = await readEngineSpacing(queryContext, { source, window, isLive });
  const stepMs = chooseStep(window, spacing?.shortestMs ?? null, maxPoints);
  const coarsestMs = spacing?.longestMs ?? null;
  return {
    grid: alignGrid(window, stepMs),
    rateWindowMs: chooseRateWindow(stepMs, coarsestMs),
    longestSpacingMs: coarsestMs,
  };
}

function toGridTiming(
  { stepMs, rateWindowMs, sampleSpacingMs }: ReadTiming,
  window: TimeWindow,
  maxPoints: number,
): GridTiming {
  const grid = alignGrid(window, stepMs);
  if (grid.pointCount > maxPoints)
    throw new AppError(
      "invalid-input",
      `the step is too short: the window has more than ${maxPoints} points`,
    );
  return { grid, rateWindowMs, longestSpacingMs: sampleSpacingMs };
}

/**
 * Returns the longest window before the headline time that samples cover, for rates, unless an earlier read fixed it.
 */
export async function readHeadlineRateWindow({
  queryContext,
  source,
  window,
  isLive,
  fixedTiming,
  readOptions,
}: ResolvedQuestion): Promise<RateWindow> {
  if (fixedTiming?.headlineWindowMs !== undefined)
    return { windowMs: fixedTiming.headlineWindowMs, isCovered: true };
  const atMs = chooseHeadlineMs(window);
  return readRateWindow({ queryContext, source, atMs, isLive, signal: readOptions.signal });
}
