/**
 * Step, grid and rate window of a question. Points are multiples of the step in [ceil(start), floor(end)], both ends
 * included, so that every viewer whose clock lies in one step asks for the same points:
 *
 *     start          end
 *       |—x———x———x———x—|        x = multiples of the step; a point t speaks for (t − rate window, t]
 */
import type { Grid } from "@/lib/model/grid";
import type { TimeWindow } from "@/lib/model/time-window";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

export const stepsMs: readonly number[] = [
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

/** Most points a panel is drawn with. */
export const maxPoints = 400;

/** The rate window holds four samples, so that one lost scrape neither breaks nor distorts a rate. */
const samplesInRateWindow = 4;
const unknownSpacingMs = minute;

/**
 * The finest step that needs at most `points` points and is no finer than the samples: between two scrapes there is nothing
 * new to draw.
 */
export function chooseStep(
  window: TimeWindow,
  finestSpacingMs: number | null,
  points: number = maxPoints,
): number {
  const lengthMs = window.endMs - window.startMs;
  const minStepMs = Math.max(lengthMs / (points - 1), finestSpacingMs ?? 0);
  return stepsMs.find((stepMs) => stepMs >= minStepMs) ?? stepsMs.at(-1) ?? hour;
}

/** Grid of the window; a window without a multiple of the step inside has no points. */
export function alignGrid(window: TimeWindow, stepMs: number): Grid {
  const startMs = Math.ceil(window.startMs / stepMs) * stepMs;
  const endMs = Math.floor(window.endMs / stepMs) * stepMs;
  return { startMs, stepMs, pointCount: Math.max(0, (endMs - startMs) / stepMs + 1) };
}

/** How far back each point's rate looks: max(4 × coarsest spacing in the window, step). */
export function chooseRateWindow(stepMs: number, coarsestSpacingMs: number | null): number {
  return Math.max(
    Math.ceil((coarsestSpacingMs ?? unknownSpacingMs) / second) * second * samplesInRateWindow,
    stepMs,
  );
}
