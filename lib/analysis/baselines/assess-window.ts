/**
 * Judges whether a window is a suitable reference: enough blocks and requests, steady, and without events, missing
 * blocks, several versions or throttling.
 */
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { ConcernFacts } from "@/lib/model/baseline/window-concern";
import type { TimeWindow } from "@/lib/model/time-window";
import { minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import { countIncompleteBlocks, countRequests } from "./count-requests";
import { findUnsteadiness } from "./unsteadiness";
import { findThrottledBlocks, type DeviceClocks } from "./throttled-blocks";

/** An event that overlaps the window. */
export interface WindowEvent extends TimeWindow {
  readonly kind: "exclusion" | "deploy" | "configuration" | "mixed-versions";
  readonly title: string;
}

/** Measurements and events from which the suitability of a window as a baseline is assessed. */
export interface WindowEvidence {
  readonly measured: MeasuredBlocks;
  readonly events: readonly WindowEvent[];
  /** Versions that the instances report at the end of the window. */
  readonly versions: readonly string[];
  /** Clocks of each accelerator; empty or absent if they are not reported. */
  readonly deviceClocks?: readonly DeviceClocks[];
}

/** With fewer observations, the 95 % interval of the p99 has no upper end: ln 0.05 ÷ ln 0.99. */
const minRequests = 299;
/** Fraction of incomplete blocks that a window may have. */
const maxIncompleteRatio = 0.05;

/**
 * Returns the reasons why a window is unsuitable as a baseline, such as too few requests, changing load or a
 * deploy inside it. Empty for a suitable window.
 */
export function listWindowConcerns({
  measured,
  events,
  versions,
  deviceClocks = [],
}: WindowEvidence): readonly ConcernFacts[] {
  const { blockCount } = measured;
  const incompleteCount = countIncompleteBlocks(measured);
  const requestCount = countRequests(measured);
  const unsteadiness = findUnsteadiness(measured, { start: 0, end: blockCount });
  const throttledCount = findThrottledBlocks(measured, deviceClocks).length;
  const concerns: (ConcernFacts | false)[] = [
    blockCount < minBlocks && { kind: "few-blocks", blockCount, neededCount: minBlocks },
    requestCount !== null &&
      requestCount < minRequests && { kind: "few-requests", requestCount, neededCount: minRequests },
    incompleteCount > maxIncompleteRatio * blockCount && { kind: "incomplete", incompleteCount, blockCount },
    unsteadiness !== null && { kind: "not-steady", ...unsteadiness },
    ...events.map(({ kind, title }): ConcernFacts => ({ kind, title })),
    versions.length > 1 && { kind: "mixed-versions", versions },
    throttledCount > 0 && { kind: "throttling", throttledCount, blockCount },
  ];
  return concerns.filter((one) => one !== false);
}

/**
 * Returns the longest subrange of the window that has no event and no incomplete block and whose load and
 * latency are steady. Null if no subrange has enough blocks, or if the complete window already qualifies.
 */
export function proposeWindow({ measured, events }: WindowEvidence): TimeWindow | null {
  const { startMs, blockMs, blockCount } = measured;
  const isUsable = (block: number): boolean => {
    const [fromMs, toMs] = [startMs + block * blockMs, startMs + (block + 1) * blockMs];
    return (
      typeof (measured.counters.requests?.blocks[block] ?? 0) === "number" &&
      events.every((event) => event.startMs >= toMs || event.endMs <= fromMs)
    );
  };
  const candidates: { start: number; end: number }[] = [];
  let start = 0;
  for (let block = 0; block <= blockCount; block += 1) {
    if (block < blockCount && isUsable(block)) continue;
    candidates.push(...listParts(start, block));
    start = block + 1;
  }
  const best = candidates
    .filter((part) => part.end - part.start >= minBlocks && findUnsteadiness(measured, part) === null)
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))[0];
  if (best === undefined || best.end - best.start === blockCount) return null;
  return { startMs: startMs + best.start * blockMs, endMs: startMs + best.end * blockMs };
}

/**
 * Returns the ranges of blocks to try: the complete range from `start` to `end`, and its consecutive quarters, halves
 * and three quarters.
 */
function listParts(start: number, end: number): { start: number; end: number }[] {
  const quarter = (end - start) / 4;
  return [4, 3, 2, 1].flatMap((count) =>
    Array.from({ length: 5 - count }, (_, index) => ({
      start: start + Math.ceil(index * quarter),
      end: start + Math.floor((index + count) * quarter),
    })),
  );
}
