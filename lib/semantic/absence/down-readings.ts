/**
 * Readings of deployments whose targets are down. They contain the time since which the targets are down, and whether
 * the metric was already missing before. A metric that was already missing does not return with the targets.
 */
import type { Grid } from "@/lib/model/grid";
import type { AbsentReading, DownSince, Reading } from "@/lib/model/reading";
import { findAbsenceRanges, hasEngineSeries, areTargetsDown, type AbsenceEvidence } from "./absence";
import type { PlanResult } from "@/lib/semantic/evaluate/evaluate";
import { classifySeries, type SignalPlan } from "@/lib/semantic/compile/plan";

/**
 * Returns the sentence that the targets are down. If only the targets with one value of the split label are down, it
 * names this value.
 */
function downSentenceOf({ up, splitValue }: Pick<AbsenceEvidence, "up" | "splitValue">): string {
  return splitValue === undefined || !((up.at(-1) ?? 0) > 0)
    ? "The deployment's targets do not respond to scrapes."
    : `No target with ${splitValue.label} ${splitValue.value} responds to scrapes.`;
}

/**
 * Creates the absent reading for targets that are down. With `wasMetricAbsent`, the source had no such
 * metric even while the targets responded. The last point of `evidence.up` is the current state.
 */
export function createDownReading(
  { howToEnable, whyAbsent, whyNotCounted }: Pick<SignalPlan, "howToEnable" | "whyAbsent" | "whyNotCounted">,
  wasMetricAbsent: boolean,
  evidence: Pick<AbsenceEvidence, "up" | "splitValue">,
): AbsentReading {
  const downSentence = downSentenceOf(evidence);
  if (!wasMetricAbsent) return { kind: "absent", reason: "target-down", detail: downSentence };
  // If an outcome was never counted, its series did not disappear, so the reason why it is not counted comes first.
  const priorAbsence = whyNotCounted ?? whyAbsent ?? "The source had no such metric for this deployment.";
  return {
    kind: "absent",
    reason: "target-down",
    detail: `${downSentence} The metric was already missing before. ${priorAbsence}`,
    ...(howToEnable === undefined ? {} : { howToEnable }),
  };
}

/**
 * Adds two facts to the headline of targets that are down: the time since which they are down, and the last values
 * before that time. Returns any other reading unchanged.
 */
export function addDownHistory(
  reading: Reading,
  { plan, planResult, evidence, downSince }: DownHistory,
): Reading {
  if (reading.kind !== "absent" || reading.reason !== "target-down") return reading;
  const { values, denominators } = planResult;
  const isMeasured = values.some((value) => !Number.isNaN(value));
  const wasAbsent =
    !isMeasured &&
    findAbsenceRanges({ values, denominators, ...classifySeries(plan) }, evidence).some(
      ([, , reason]) => reason === "metric-absent",
    );
  const detailed =
    wasAbsent && reading.howToEnable === undefined ? createDownReading(plan, true, evidence) : reading;
  return downSince === undefined ? detailed : { ...detailed, downSince };
}

interface DownHistory {
  readonly plan: SignalPlan;
  /** Result over the window that ends at the time of the reading. */
  readonly planResult: PlanResult;
  readonly evidence: AbsenceEvidence;
  /** Undefined when it is unknown. */
  readonly downSince: DownSince | undefined;
}

interface ReadingTimes {
  /** Length of the window before each point of the grid. */
  readonly rateWindowMs: number;
  /** Time of the reading, not before the last point. */
  readonly atMs: number;
}

/**
 * Returns the time since which the targets that are down at `atMs` are down, as precisely as the grid allows. The next
 * point shows a failed scrape. Points show a removed target until their windows no longer contain its samples.
 * Undefined if the targets are not down at any point.
 */
export function findDownSince(
  evidence: AbsenceEvidence,
  grid: Grid,
  { rateWindowMs, atMs }: ReadingTimes,
): DownSince | undefined {
  const support = evidenceOfPart(evidence);
  const timeOf = (index: number): number => grid.startMs + index * grid.stepMs;
  const lastUpAt = lastUpIndex(support, grid.pointCount);
  const answeredIndex = lastAnsweredBetweenIndex(support, grid.pointCount);
  if (answeredIndex >= 0 && answeredIndex > lastUpAt) {
    const beganMs = timeOf(answeredIndex) - grid.stepMs;
    return { kind: "since", atMs: beganMs, withinMs: grid.stepMs, elapsedMs: atMs - beganMs };
  }
  if (lastUpAt < 0) {
    const elapsedMs = atMs - timeOf(firstDownIndex(support, grid));
    return elapsedMs > 0 ? { kind: "at-least", elapsedMs } : undefined;
  }
  const isAfter = lastUpAt + 1 < grid.pointCount;
  const isFailing = isAfter && support.up[lastUpAt + 1] === 0;
  const beganMs = timeOf(lastUpAt) - (isFailing ? 0 : rateWindowMs);
  const elapsedMs = Math.max(0, atMs - beganMs);
  return { kind: "since", atMs: beganMs, withinMs: isAfter ? grid.stepMs : elapsedMs, elapsedMs };
}

/**
 * Returns the evidence for the time at which the targets with one value of the split label stopped responding. It
 * excludes series of other targets, which show nothing about them.
 */
function evidenceOfPart(evidence: AbsenceEvidence): AbsenceEvidence {
  const { splitValue } = evidence;
  if (splitValue === undefined) return evidence;
  const none = new Float64Array(splitValue.up.length).fill(Number.NaN);
  return { up: splitValue.up, requestsInFlight: none, activityPerSecond: none };
}

/**
 * Returns the index of the last point that is down although a target responded since the previous point; −1 when
 * there is none.
 */
function lastAnsweredBetweenIndex({ up, targetResponded }: AbsenceEvidence, pointCount: number): number {
  for (let index = pointCount - 1; index >= 0; index -= 1)
    if ((targetResponded?.[index] ?? 0) > 0 && up[index] === 0) return index;
  return -1;
}

function lastUpIndex(support: AbsenceEvidence, pointCount: number): number {
  for (let index = pointCount - 1; index >= 0; index -= 1) {
    const up = support.up[index] ?? Number.NaN;
    if (up > 0 || (Number.isNaN(up) && hasEngineSeries(index, support))) return index;
  }
  return -1;
}

/** Returns the first point that is down, for a window in which no target was ever up. */
function firstDownIndex(support: AbsenceEvidence, { pointCount }: Grid): number {
  for (let index = 0; index < pointCount; index += 1)
    if (areTargetsDown(index, support, support.wasUpBefore ?? false)) return index;
  return pointCount;
}
