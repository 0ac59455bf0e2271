/**
 * Divides the points of a grid between providers. Pure.
 *
 *     first      · · · · · · x x x x        x = covered, · = not covered
 *     second     · · x x x x x x · ·
 *     parts      - - 2 2 2 2 1 1 1 1        a point belongs to the first provider that covers it
 */
import { gridEndMs, type Grid } from "@/lib/model/grid";
import type { TimeWindow } from "@/lib/model/time-window";

/** Adjacent points of a grid that one provider supplies. */
export interface GridPart {
  readonly grid: Grid;
  /** Index of the provider; -1 if no provider covers the points. */
  readonly providerIndex: number;
}

/**
 * Assigns each point of the grid to the first provider that covers it, and returns adjacent points in order.
 * `coverage` has the covered windows of each provider in order of preference, both ends included.
 */
export function splitGrid(grid: Grid, coverage: readonly (readonly TimeWindow[])[]): readonly GridPart[] {
  const { startMs, stepMs, pointCount } = grid;
  const firstCovering = (fromMs: number, toMs: number): number =>
    coverage.findIndex((windows) => windows.some((one) => one.startMs <= fromMs && toMs <= one.endMs));
  // The usual case, without a loop over the points.
  if (firstCovering(startMs, gridEndMs(grid)) === 0) return [{ grid, providerIndex: 0 }];
  const timeOf = (index: number): number => startMs + index * stepMs;
  const providers = Array.from({ length: pointCount }, (_, index) =>
    firstCovering(timeOf(index), timeOf(index)),
  );
  const starts = [...providers.keys()].filter((index) => providers[index] !== providers[index - 1]);
  return starts.map((start, index) => ({
    grid: { startMs: timeOf(start), stepMs, pointCount: (starts[index + 1] ?? pointCount) - start },
    providerIndex: providers[start] ?? -1,
  }));
}
