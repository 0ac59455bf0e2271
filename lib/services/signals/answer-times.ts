/** The times a question is asked at: its grid, from the measured spacing of samples, and the moment its headlines speak for. */
import { limits } from "@/lib/model/status";
import type { TimeWindow } from "@/lib/model/time-window";
import { alignGrid, chooseRateWindow, chooseStep } from "@/lib/semantic/grid";
import { printPromql } from "@/lib/semantic/promql";
import { engineFinder, seriesOf, type QueryContext } from "@/lib/semantic/scope-selectors";
import { sampleSpacing } from "@/lib/services/series/read-series";
import type { Spacing } from "@/lib/services/series/sample-gaps";
import { readRateWindow, type RateWindow } from "./rate-window";
import type { ResolvedQuestion, Timing } from "./read-queries";

/** Headlines of viewers within this time are one query. */
const headlineAlignmentMs = 5_000;

/** `timeMs`, or the last moment before it that is asked about. */
export const aligned = (timeMs: number): number =>
  Math.floor(timeMs / headlineAlignmentMs) * headlineAlignmentMs;

/** Of all that is no rate. */
export const fullRateWindow: RateWindow = { windowMs: limits.headlineWindowMs, isCovered: true };

/** When the headlines of a window are read. */
export function headlineTime({ endMs }: TimeWindow): number {
  return aligned(endMs);
}

/** Of the samples of a deployment's engine in a window; null where there are no two. Throws AppError when it cannot be measured. */
export async function engineSpacing(
  { engine, deployment, scope }: QueryContext,
  sourceSlug: string,
  window: TimeWindow,
): Promise<Spacing | null> {
  const [probe] = seriesOf({ names: engine.detectionMetrics }, engineFinder({ engine, deployment, scope }));
  if (probe === undefined) return null;
  // Aligned, so that the spacings of a whole fleet are measured at the same times, with the same few questions.
  const endMs = headlineTime(window);
  const aligned = { startMs: endMs - (window.endMs - window.startMs), endMs };
  return sampleSpacing({ sourceSlug, selectorPromql: printPromql(probe), window: aligned });
}

/** Throws AppError when the spacing cannot be measured. */
export async function chooseTiming(
  { place, sourceSlug, window }: ResolvedQuestion,
  maxPoints: number,
): Promise<Timing> {
  const spacing = await engineSpacing(place, sourceSlug, window);
  const stepMs = chooseStep(window, spacing?.finestMs ?? null, maxPoints);
  const coarsestMs = spacing?.coarsestMs ?? null;
  return { grid: alignGrid(window, stepMs), rateWindowMs: chooseRateWindow(stepMs, coarsestMs), coarsestMs };
}

/** How far a rate up to now may look back. */
export function headlineRateWindow({
  place,
  sourceSlug,
  window,
  via,
}: ResolvedQuestion): Promise<RateWindow> {
  return readRateWindow({ place, sourceSlug, atMs: headlineTime(window), signal: via.signal });
}
