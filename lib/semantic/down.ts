/**
 * What is told of a number whose targets are down: that first, then since when, and then what was known of the metric while they
 * answered, so that nobody waits for a number that will not come back with them.
 */
import type { Grid } from "@/lib/model/grid";
import type { AbsentReading, DownSince, Reading } from "@/lib/model/reading";
import { absenceRanges, hasSeries, isDown, type AbsenceEvidence } from "./absence";
import type { PlanResult } from "./evaluate";
import { isOfEngine, type SignalPlan } from "./plan";

const downSentence = "The deployment's targets do not answer their scrapes.";

/** `wasAbsent`: while they answered the source had no such metric. */
export function downReading(
  { flag, whyAbsent }: Pick<SignalPlan, "flag" | "whyAbsent">,
  wasAbsent: boolean,
): AbsentReading {
  if (!wasAbsent) return { kind: "absent", reason: "target-down", detail: downSentence };
  const priorAbsence = whyAbsent ?? "The source had no such metric for this deployment.";
  return {
    kind: "absent",
    reason: "target-down",
    detail: `${downSentence} It was missing already while they did. ${priorAbsence}`,
    ...(flag === undefined ? {} : { flag }),
  };
}

/** A headline of targets that are down, completed by what the window before it saw; any other as it is. */
export function withDownHistory(reading: Reading, { plan, evaluated, support, since }: DownHistory): Reading {
  if (reading.kind !== "absent" || reading.reason !== "target-down") return reading;
  const { values, basis } = evaluated;
  const isMeasured = values.some((value) => !Number.isNaN(value));
  const wasAbsent =
    !isMeasured &&
    absenceRanges({ values, basis, isOfEngine: isOfEngine(plan) }, support).some(
      ([, , reason]) => reason === "metric-absent",
    );
  const detailed = wasAbsent && reading.flag === undefined ? downReading(plan, true) : reading;
  return since === undefined ? detailed : { ...detailed, downSince: since };
}

interface DownHistory {
  readonly plan: SignalPlan;
  /** Over the window that ends with the reading. */
  readonly evaluated: PlanResult;
  readonly support: AbsenceEvidence;
  /** Undefined where it is not known. */
  readonly since: DownSince | undefined;
}

interface ReadingTimes {
  /** How far a point of the grid looks back. */
  readonly rateWindowMs: number;
  /** The time of the reading, which is not before the last point. */
  readonly atMs: number;
}

/**
 * Since when targets that are down at `atMs` are, as well as a grid can tell: a target that fails its scrapes says so in the first
 * point after; one that is gone is seen until no point looks back to it. Undefined where no point was down yet, so that nothing
 * can be said.
 */
export function downSince(
  support: AbsenceEvidence,
  grid: Grid,
  { rateWindowMs, atMs }: ReadingTimes,
): DownSince | undefined {
  const timeOf = (index: number): number => grid.startMs + index * grid.stepMs;
  const lastUpAt = lastUpIndex(support, grid.pointCount);
  const answeredIndex = lastAnsweredBetweenIndex(support, grid.pointCount);
  if (answeredIndex >= 0 && answeredIndex > lastUpAt) {
    const beganMs = timeOf(answeredIndex) - grid.stepMs;
    return { kind: "since", atMs: beganMs, withinMs: grid.stepMs, forMs: atMs - beganMs };
  }
  if (lastUpAt < 0) {
    const forMs = atMs - timeOf(firstDownIndex(support, grid));
    return forMs > 0 ? { kind: "at-least", forMs } : undefined;
  }
  const isAfter = lastUpAt + 1 < grid.pointCount;
  const isFailing = isAfter && support.up[lastUpAt + 1] === 0;
  const beganMs = timeOf(lastUpAt) - (isFailing ? 0 : rateWindowMs);
  const forMs = Math.max(0, atMs - beganMs);
  return { kind: "since", atMs: beganMs, withinMs: isAfter ? grid.stepMs : forMs, forMs };
}

/** The last point since whose predecessor a target answered, though none does at the point itself; −1 where there is none. */
function lastAnsweredBetweenIndex({ up, answered }: AbsenceEvidence, pointCount: number): number {
  for (let index = pointCount - 1; index >= 0; index -= 1)
    if ((answered?.[index] ?? 0) > 0 && up[index] === 0) return index;
  return -1;
}

function lastUpIndex(support: AbsenceEvidence, pointCount: number): number {
  for (let index = pointCount - 1; index >= 0; index -= 1) {
    const up = support.up[index] ?? Number.NaN;
    if (up > 0 || (Number.isNaN(up) && hasSeries(index, support))) return index;
  }
  return -1;
}

/** Of a window in which nothing was ever up. */
function firstDownIndex(support: AbsenceEvidence, { pointCount }: Grid): number {
  for (let index = 0; index < pointCount; index += 1)
    if (isDown(index, support, support.wasUpBefore ?? false)) return index;
  return pointCount;
}
