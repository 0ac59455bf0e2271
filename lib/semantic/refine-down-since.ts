/** Since when targets are down, from points that lie closer together than those it was told by first. Pure. */
import type { Grid } from "@/lib/model/grid";
import type { DownSince } from "@/lib/model/reading";

type Since = Extract<DownSince, { kind: "since" }>;

interface FinerPoints {
  readonly grid: Grid;
  /** Distance of samples; null where it is not known. */
  readonly spacingMs: number | null;
}

const unknownSpacingMs = 60_000;

/**
 * `answered` tells of each point whether a target answered since the point before: 1, 0, or nothing where none was scraped. It went
 * down after the last that did, and before the first that did not; one that is gone from the source, before it should have been
 * scraped again. `since` as it is where no point says more.
 */
export function refineDownSince(
  since: Since,
  answered: ArrayLike<number>,
  { grid, spacingMs }: FinerPoints,
): Since {
  const points = Array.from(answered);
  const timeOf = (index: number): number => grid.startMs + index * grid.stepMs;
  const lastUp = points.findLastIndex((value) => value > 0);
  const firstDown = points.findIndex((value, index) => index > lastUp && value === 0);
  if (lastUp < 0 && firstDown < 0) return since;
  const endMs = since.atMs + since.withinMs;
  const fromMs = lastUp < 0 ? since.atMs : Math.max(since.atMs, timeOf(lastUp) - grid.stepMs);
  const disappearedMs = timeOf(lastUp) + Math.max(grid.stepMs, spacingMs ?? unknownSpacingMs);
  const toMs = Math.min(endMs, firstDown < 0 ? disappearedMs : timeOf(firstDown));
  return { ...since, atMs: fromMs, withinMs: toMs - fromMs, forMs: since.forMs - (fromMs - since.atMs) };
}
