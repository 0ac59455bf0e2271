/** Times of a question: its grid, from the scrape interval, and the time of its headlines. */
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { TimeWindow } from "@/lib/model/time-window";
import { alignGrid, chooseRateWindow, chooseStep } from "@/lib/semantic/grid";
import { printPromql } from "@/lib/semantic/compile/promql";
import {
  findEngineSeriesFinder,
  findSeries,
  type QueryContext,
} from "@/lib/semantic/compile/scope-selectors";
import { readSampleSpacing } from "@/lib/services/series/prometheus";
import type { SampleSpacing } from "@/lib/services/series/sample-gaps";
import { readRateWindow, type RateWindow } from "./rate-window";
import type { ResolvedQuestion, GridTiming } from "./read-queries";

/** Times of headlines are multiples of this, so that requests within this time share one query. */
const headlineAlignmentMs = 5_000;

/** Rounds a time down to the alignment of headline reads, so that viewers share them. */
export const alignHeadlineMs = (timeMs: number): number =>
  Math.floor(timeMs / headlineAlignmentMs) * headlineAlignmentMs;

/** Rate window of headlines that are not rates: five minutes. */
export const fullRateWindow: RateWindow = { windowMs: evaluationWindows.headlineWindowMs, isCovered: true };

/** Returns the time at which the headline values of a window are read. */
export function chooseHeadlineMs({ endMs }: TimeWindow): number {
  return alignHeadlineMs(endMs);
}

/**
 * Returns the scrape interval of the deployment's engine in a window. Null if there are fewer than two samples.
 * Throws AppError if it cannot be measured.
 */
export async function readEngineSpacing(
  { engine, deployment, scope }: QueryContext,
  source: ReadableSource,
  window: TimeWindow,
): Promise<SampleSpacing | null> {
  const [probe] = findSeries(
    { names: engine.detectionMetrics },
    findEngineSeriesFinder({ engine, deployment, scope }),
  );
  if (probe === undefined) return null;
  // Aligned, so that the intervals of a fleet are measured at the same times with the same few queries.
  const endMs = chooseHeadlineMs(window);
  const alignedHeadlineMs = { startMs: endMs - (window.endMs - window.startMs), endMs };
  return readSampleSpacing({ source, selectorPromql: printPromql(probe), window: alignedHeadlineMs });
}

/**
 * Chooses grid and rate window for a question from the scrape interval. Throws AppError if the scrape
 * interval cannot be measured.
 */
export async function chooseGridTiming(
  { queryContext, source, window }: ResolvedQuestion,
  maxPoints: number,
): Promise<GridTiming> {
  const spacing = await readEngineSpacing(queryContext, source, window);
  const stepMs = chooseStep(window, spacing?.shortestMs ?? null, maxPoints);
  const coarsestMs = spacing?.longestMs ?? null;
  return {
    grid: alignGrid(window, stepMs),
    rateWindowMs: chooseRateWindow(stepMs, coarsestMs),
    longestSpacingMs: coarsestMs,
  };
}

/** Returns the longest window before the headline time that samples cover, for rates. */
export function readHeadlineRateWindow({
  queryContext,
  source,
  window,
  readOptions,
}: ResolvedQuestion): Promise<RateWindow> {
  return readRateWindow({ queryContext, source, atMs: chooseHeadlineMs(window), signal: readOptions.signal });
}
