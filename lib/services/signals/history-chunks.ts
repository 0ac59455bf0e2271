/**
 * Into which reads the hours of the past are cut, so that each is read once: whole weeks, then whole days of the week that is
 * not over, then the hours of the day that is not over. Pure.
 *
 *     |  week  |  week  |  week  | day | day | hours |        ← now, in whole hours
 */
import type { Grid } from "@/lib/model/grid";
import type { TimeWindow } from "@/lib/model/time-window";

export const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;

/** Half-open windows that cover every whole hour of `window`, and may begin before it; in order, without gaps. */
export function historyChunks({ startMs, endMs }: TimeWindow): readonly TimeWindow[] {
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

/** A point for each hour, at its end: what it looks back over is the hour. */
export function hourGrid({ startMs, endMs }: TimeWindow): Grid {
  return { startMs: startMs + hourMs, stepMs: hourMs, pointCount: Math.round((endMs - startMs) / hourMs) };
}

/** Hour of the week in UTC: 0 = Monday 00–01. The epoch began on a Thursday. */
export function hourOfWeekUtc(startMs: number): number {
  return (((Math.floor(startMs / hourMs) + 72) % 168) + 168) % 168;
}
