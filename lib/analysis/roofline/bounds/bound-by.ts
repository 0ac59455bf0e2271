/**
 * Classifies what bounds a step. A step is compute-bound or memory-bound only if it is near the compute or the memory
 * ceiling. The first matching rule wins:
 *
 *     communication    communication takes more than a quarter of the step
 *     compute          compute takes longer than memory, and MFU ≥ 0.40
 *     memory           memory takes longer than compute, and MBU ≥ 0.55
 *     overhead         neither: launches, sampling, synchronisation, the scheduler
 *
 * "mixed" means that the two leading times are within 10 % of each other and both are near their ceiling.
 *
 * Communication above a quarter is not always the largest part. A larger or equal part is then named as the second
 * bound.
 *
 * Near a threshold, noise would change the class. If a value is within a tenth of a threshold, the bound on the other
 * side of the threshold is therefore named as the second bound.
 */
import type { Utilisation } from "./judge-utilisation";

/**
 * Operation that takes most of a step's time. `overhead` is launches, sampling and scheduling; `mixed` is memory and
 * compute.
 */
export type BoundBy = "compute" | "memory" | "communication" | "overhead" | "mixed";

/** MFU from which a step is compute-bound: 0.40 as displayed with two digits, which begins at 0.395. */
export const computeBoundMfu = 0.395;
/** MBU from which a step is memory-bound: 0.55 as displayed with two digits, which begins at 0.545. */
export const memoryBoundMbu = 0.545;
const communicationShare = 0.25;
const near = 0.9;

/** Measured time of one step, and the minimum times of its memory traffic, arithmetic and communication. */
export interface StepTimes {
  readonly memorySeconds: number;
  readonly computeSeconds: number;
  readonly communicationSeconds: number;
  readonly stepSeconds: number;
}

/** Returns the resource that limits a step, from the minimum times of its parts, its MFU and its MBU. */
export function classifyBound(times: StepTimes, { mfu, mbu }: Utilisation): BoundBy {
  const { memorySeconds, computeSeconds, communicationSeconds, stepSeconds } = times;
  if (communicationSeconds > communicationShare * stepSeconds) return "communication";
  const isCompute = mfu >= computeBoundMfu;
  const isMemory = mbu >= memoryBoundMbu;
  const closeness = Math.min(memorySeconds, computeSeconds) / Math.max(memorySeconds, computeSeconds);
  if (isCompute && isMemory && closeness >= near) return "mixed";
  if (computeSeconds > memorySeconds) return isCompute ? "compute" : "overhead";
  return isMemory ? "memory" : "overhead";
}

/** Largest relative distance from a threshold at which the second bound is named. */
const thresholdWidth = 0.1;
/** Relative difference below which two parts of a step count as equal. Neither is then the only bound. */
const tieRatio = 0.15;

/**
 * Returns the resource that limits a step about as much as the first one; null if one bound clearly
 * dominates.
 */
export function findSecondBound(times: StepTimes, utilisation: Utilisation): BoundBy | null {
  const bound = classifyBound(times, utilisation);
  const { mfu, mbu } = utilisation;
  const { communicationSeconds } = times;
  const longer = bound === "communication" ? longestExceptCommunication(times) : null;
  if (longer !== null) return longer;
  const near = [1 + thresholdWidth, 1 - thresholdWidth].flatMap((factor) => [
    classifyBound(times, { mfu: mfu * factor, mbu: mbu * factor }),
    classifyBound({ ...times, communicationSeconds: communicationSeconds * factor }, utilisation),
  ]);
  return near.find((other) => other !== bound) ?? evenBound(bound, times);
}

/** Returns the longest part of a step except communication, or null if communication is longer. */
function longestExceptCommunication({
  memorySeconds,
  computeSeconds,
  communicationSeconds,
  stepSeconds,
}: StepTimes): BoundBy | null {
  const worked = Math.max(memorySeconds, computeSeconds);
  const otherSeconds = stepSeconds - worked - communicationSeconds;
  if (Math.max(worked, otherSeconds) < (1 - thresholdWidth) * communicationSeconds) return null;
  if (otherSeconds > worked) return "overhead";
  return computeSeconds > memorySeconds ? "compute" : "memory";
}

/** If memory and overhead take about equally long and `bound` is one of them, returns the other one. */
function evenBound(bound: BoundBy, times: StepTimes): BoundBy | null {
  const { memorySeconds, computeSeconds, communicationSeconds, stepSeconds } = times;
  if ((bound !== "memory" && bound !== "overhead") || computeSeconds > memorySeconds) return null;
  const otherSeconds = stepSeconds - memorySeconds - communicationSeconds;
  const isEven = Math.abs(memorySeconds - otherSeconds) <= tieRatio * stepSeconds;
  if (!isEven || memorySeconds <= tieRatio * stepSeconds) return null;
  return bound === "memory" ? "overhead" : "memory";
}

const boundOrder: readonly BoundBy[] = ["memory", "compute", "mixed", "communication", "overhead"];

/** Returns the first and the second bound in a fixed order, so that sentences do not change with noise. */
export function listBounds(boundBy: BoundBy, secondBound: BoundBy | null): readonly BoundBy[] {
  return boundOrder.filter((one) => one === boundBy || one === secondBound);
}
