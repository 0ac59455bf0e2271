/**
 * Divides past hours into chunks so that each is read once: full weeks, then full days of the current week, then the
 * hours of the current day. Pure.
 *
 *     | week | week | week | day | day | hours | ← now, in full hours
 */
import type { Grid } from "@/lib/model/grid";
import type { TimeWindow } from "@/lib/model/time-window";

/** One hour. */
export const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;

/**
 * Divides a window into time ranges that are each read with one query. They cover every complete hour of it
 * in order, are half-open, and may start before it.
 */
export function createHistoryChunks({ startMs, endMs }: TimeWindow): readonly TimeWindow[] {
  const chunks: TimeWindow[] = [];
  const lastMs = Math.floor(endMs / hourMs) * hourMs;
  let atMs = Math.floor(startMs / weekMs) * weekMs;
  while (atMs < lastMs) {
    const sizeMs = [weekMs, dayMs].find((size) => atMs % size === 0 && atMs + size <= lastMs);
    const nextMs = sizeMs === undefined ? lastMs : atMs + sizeMs;
    chunks.push({ startMs: atMs, endMs: nextMs });
    atMs = nextMs;
  }
  return chunks;
}

/** Returns a grid with one point at the end of each hour, which covers that hour. */
export function createHourGrid({ startMs, endMs }: TimeWindow): Grid {
  return { startMs: startMs + hourMs, stepMs: hourMs, pointCount: Math.round((endMs - startMs) / hourMs) };
}

/** Returns the hour of the week in UTC: 0 = Monday 00–01. The epoch began on a Thursday. */
export function computeHourOfWeekUtc(startMs: number): number {
  return (((Math.floor(startMs / hourMs) + 72) % 168) + 168) % 168;
}
