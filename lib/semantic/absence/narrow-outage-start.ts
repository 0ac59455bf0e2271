/** Refines the start of an outage with points at a finer spacing. Pure. */
import type { Grid } from "@/lib/model/grid";
import type { DownSince } from "@/lib/model/reading";

type Since = Extract<DownSince, { kind: "since" }>;

interface ResponsePoints {
  readonly grid: Grid;
  /** Distance between samples; null when unknown. */
  readonly sampleSpacingMs: number | null;
}

const unknownSpacingMs = 60_000;

/**
 * Narrows the time range in which an outage began. `targetResponded` has one value per grid point: 1 if a target
 * responded since the previous point, 0 if none did, NaN without a scrape. The outage began between the last 1 and the
 * first 0. If there is no 0, the outage began before the next scrape was due.
 */
export function narrowOutageStart(
  since: Since,
  targetResponded: ArrayLike<number>,
  { grid, sampleSpacingMs }: ResponsePoints,
): Since {
  const points = Array.from(targetResponded);
  const timeOf = (index: number): number => grid.startMs + index * grid.stepMs;
  const lastUp = points.findLastIndex((value) => value > 0);
  const firstDown = points.findIndex((value, index) => index > lastUp && value === 0);
  if (lastUp < 0 && firstDown < 0) return since;
  const endMs = since.atMs + since.withinMs;
  const fromMs = lastUp < 0 ? since.atMs : Math.max(since.atMs, timeOf(lastUp) - grid.stepMs);
  const disappearedMs = timeOf(lastUp) + Math.max(grid.stepMs, sampleSpacingMs ?? unknownSpacingMs);
  const toMs = Math.min(endMs, firstDown < 0 ? disappearedMs : timeOf(firstDown));
  return {
    ...since,
    atMs: fromMs,
    withinMs: toMs - fromMs,
    elapsedMs: since.elapsedMs - (fromMs - since.atMs),
  };
}
