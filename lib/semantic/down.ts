/**
 * What is told of a number whose targets are down: that first, then since when, and then what was known of the metric while they
 * answered, so that nobody waits for a number that will not come back with them.
 */
import type { Grid } from "@/lib/model/grid";
import type { AbsentReading, DownSince, Reading } from "@/lib/model/reading";
import { absenceRanges, hasSeries, isDown, type Support } from "./absence";
import type { Evaluated } from "./evaluate";
import { isOfEngine, type SignalPlan } from "./plan";

const downSentence = "The deployment's targets do not answer their scrapes.";

/** `wasAbsent`: while they answered the source had no such metric. */
export function downReading(
  { flag, whyAbsent }: Pick<SignalPlan, "flag" | "whyAbsent">,
  wasAbsent: boolean,
): AbsentReading {
  if (!wasAbsent) return { kind: "absent", reason: "target-down", detail: downSentence };
  const before = whyAbsent ?? "The source had no such metric for this deployment.";
  return {
    kind: "absent",
    reason: "target-down",
    detail: `${downSentence} It was missing already while they did. ${before}`,
    ...(flag === undefined ? {} : { flag }),
  };
}

/** A headline of targets that are down, completed by what the window before it saw; any other as it is. */
export function withWindowBefore(
  reading: Reading,
  { plan, evaluated, support, since }: WindowBefore,
): Reading {
  if (reading.kind !== "absent" || reading.reason !== "target-down") return reading;
  const { values, basis } = evaluated;
  const isMeasured = values.some((value) => !Number.isNaN(value));
  const wasAbsent =
    !isMeasured &&
    absenceRanges({ values, basis, isOfEngine: isOfEngine(plan) }, support).some(
      ([, , reason]) => reason === "metric-absent",
    );
  const told = wasAbsent && reading.flag === undefined ? downReading(plan, true) : reading;
  return { ...told, downSince: since };
}

interface WindowBefore {
  readonly plan: SignalPlan;
  /** Over the window that ends with the reading. */
  readonly evaluated: Evaluated;
  readonly support: Support;
  readonly since: DownSince;
}

interface LookedAt {
  /** How far a point of the grid looks back. */
  readonly rateWindowMs: number;
  /** The time of the reading, which is not before the last point. */
  readonly atMs: number;
}

/**
 * Since when targets that are down at `atMs` are, as well as a grid can tell: a target that fails its scrapes says so in the first
 * point after; one that is gone is seen until no point looks back to it.
 */
export function downSince(support: Support, grid: Grid, { rateWindowMs, atMs }: LookedAt): DownSince {
  const timeOf = (index: number): number => grid.startMs + index * grid.stepMs;
  const lastUp = lastUpIndex(support, grid.pointCount);
  if (lastUp < 0) return { kind: "at-least", forMs: Math.max(0, atMs - timeOf(firstDown(support, grid))) };
  const isAfter = lastUp + 1 < grid.pointCount;
  const isFailing = isAfter && support.up[lastUp + 1] === 0;
  const beganMs = timeOf(lastUp) - (isFailing ? 0 : rateWindowMs);
  const forMs = Math.max(0, atMs - beganMs);
  return { kind: "since", atMs: beganMs, withinMs: isAfter ? grid.stepMs : forMs, forMs };
}

function lastUpIndex(support: Support, pointCount: number): number {
  for (let index = pointCount - 1; index >= 0; index -= 1) {
    const up = support.up[index] ?? Number.NaN;
    if (up > 0 || (Number.isNaN(up) && hasSeries(index, support))) return index;
  }
  return -1;
}

/** Of a window in which nothing was ever up. */
function firstDown(support: Support, { pointCount }: Grid): number {
  for (let index = 0; index < pointCount; index += 1)
    if (isDown(index, support, support.wasUpBefore ?? false)) return index;
  return pointCount;
}
