/**
 * Step, grid and rate window of a question. Points are multiples of the step in [ceil(start), floor(end)], including
 * both ends. Viewers whose clocks are within one step therefore request the same points:
 *
 *     start          end
 *       |—x———x———x———x—|        x = multiples of the step; a point t covers (t − rate window, t]
 */
import type { Grid } from "@/lib/model/grid";
import type { TimeWindow } from "@/lib/model/time-window";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Distances between the points of a time grid, in milliseconds. */
export const allowedStepsMs: readonly number[] = [
  second,
  5 * second,
  15 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  6 * hour,
  12 * hour,
];

/** Maximum number of points in a panel. */
export const maxGridPoints = 400;

/** Number of samples in a rate window. With four samples, one missed scrape neither interrupts nor distorts a rate. */
const samplesInRateWindow = 4;
const unknownSpacingMs = minute;

/**
 * Returns the shortest grid step that needs at most `maxPoints` points. A step below the sample spacing
 * would add no values.
 */
export function chooseStep(
  window: TimeWindow,
  finestSampleSpacingMs: number | null,
  maxPoints: number = maxGridPoints,
): number {
  const lengthMs = window.endMs - window.startMs;
  const minStepMs = Math.max(lengthMs / (maxPoints - 1), finestSampleSpacingMs ?? 0);
  return allowedStepsMs.find((stepMs) => stepMs >= minStepMs) ?? allowedStepsMs.at(-1) ?? hour;
}

/**
 * Returns the time grid of the window, whose points are multiples of the step. A window without such a
 * multiple has no points.
 */
export function alignGrid(window: TimeWindow, stepMs: number): Grid {
  const startMs = Math.ceil(window.startMs / stepMs) * stepMs;
  const endMs = Math.floor(window.endMs / stepMs) * stepMs;
  return { startMs, stepMs, pointCount: Math.max(0, (endMs - startMs) / stepMs + 1) };
}

/** Returns the rate window of each point: the larger of 4 × the coarsest sample spacing and the step. */
export function chooseRateWindow(stepMs: number, coarsestSampleSpacingMs: number | null): number {
  return Math.max(
    Math.ceil((coarsestSampleSpacingMs ?? unknownSpacingMs) / second) * second * samplesInRateWindow,
    stepMs,
  );
}
