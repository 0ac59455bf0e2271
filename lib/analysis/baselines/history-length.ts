/** How much of a deployment's history is read, to find windows of equal length and load. */

import type { TimeWindow } from "@/lib/model/time-window";

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const windowsPerHistory = 28;
const longWindowsPerHistory = 8;
const [minMs, usualMaxMs, maxMs] = [dayMs, 14 * dayMs, 56 * dayMs];

/**
 * Returns how much history, ending with a window of this length, is read to estimate the variation between
 * windows. It is 28 windows, at least one day because load follows the time of day, and at most 14 days.
 * Long windows get up to 8 windows and 56 days. The result is a multiple of an hour.
 */
export function chooseHistoryMs(windowMs: number): number {
  const usual = Math.min(usualMaxMs, Math.max(minMs, windowsPerHistory * windowMs));
  const lengthMs = Math.min(maxMs, Math.max(usual, longWindowsPerHistory * windowMs));
  return Math.ceil(lengthMs / hourMs) * hourMs;
}

/**
 * Number of blocks per window. Few blocks are enough, because only their sum is used. If one block is incomplete, most
 * of the window remains.
 */
const blocksPerWindow = 24;

/**
 * Returns the shortest time block, in milliseconds, into which a history for a window of this length is
 * divided. Shorter blocks would read more samples of every series.
 */
export function chooseHistoryBlockMs(windowMs: number): number {
  return windowMs / blocksPerWindow;
}

/** Number of steps per window length. A moving window reads its history again after each step. */
const stepsPerWindow = 20;

/**
 * Rounds the compared window to full minutes and its end to a multiple of a twentieth of its length. Viewers
 * of a moving window thus share one history until the window has moved by one step.
 */
export function alignComparedWindow({ startMs, endMs }: TimeWindow): TimeWindow {
  const lengthMs = Math.max(1, Math.round((endMs - startMs) / minuteMs)) * minuteMs;
  const grainMs = Math.max(1, Math.floor(lengthMs / stepsPerWindow / minuteMs)) * minuteMs;
  const alignedEndMs = Math.floor(endMs / grainMs) * grainMs;
  return { startMs: alignedEndMs - lengthMs, endMs: alignedEndMs };
}
