/**
 * What sets the pace of a step. Arithmetic or memory only where the step comes near that ceiling: a step far from both waits for
 * something else. First that holds:
 *
 *     communication    its term is above a quarter of the step
 *     compute          compute takes longer than memory, and MFU ≥ 0.40
 *     memory           memory takes longer than compute, and MBU ≥ 0.55
 *     overhead         neither: launches, sampling, synchronisation, the scheduler
 *
 * "Mixed" where the two leading times are within 10 % of each other and both near their ceiling.
 *
 * Communication above a quarter need not be the most of a step: what takes as long or longer is told with it.
 *
 * A step at a threshold is no other than one a little beyond it, and its numbers wander: what would be the pace a tenth further is told
 * with it. So words go over into each other, and those of one side are never those of the other alone.
 */
import type { Utilisation } from "./judge";

export type BoundBy = "compute" | "memory" | "communication" | "overhead" | "mixed";

/** 0.40 and 0.55 as they are printed: to two digits. */
export const computeBoundMfu = 0.395;
export const memoryBoundMbu = 0.545;
export const communicationShare = 0.25;
const near = 0.9;

export interface StepTimes {
  readonly memorySeconds: number;
  readonly computeSeconds: number;
  readonly communicationSeconds: number;
  readonly stepSeconds: number;
}

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

/** Of a threshold, on either side. */
const thresholdWidth = 0.1;
/** Parts of a step that lie nearer together than this are told together: neither sets the pace alone. */
const tieRatio = 0.15;

/** What the step is about as much bound by; null where one thing sets the pace. */
export function secondaryBound(times: StepTimes, utilisation: Utilisation): BoundBy | null {
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

/** What takes most of a step beside communication; null where that takes longer. */
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

/** Of memory and overhead that take about as much of a step, the other one. */
function evenBound(bound: BoundBy, times: StepTimes): BoundBy | null {
  const { memorySeconds, computeSeconds, communicationSeconds, stepSeconds } = times;
  if ((bound !== "memory" && bound !== "overhead") || computeSeconds > memorySeconds) return null;
  const otherSeconds = stepSeconds - memorySeconds - communicationSeconds;
  const isEven = Math.abs(memorySeconds - otherSeconds) <= tieRatio * stepSeconds;
  if (!isEven || memorySeconds <= tieRatio * stepSeconds) return null;
  return bound === "memory" ? "overhead" : "memory";
}

const boundOrder: readonly BoundBy[] = ["memory", "compute", "mixed", "communication", "overhead"];

/** What sets the pace and what may as well, in one order whichever of them it is: then words stay as numbers wander. */
export function boundsOf(classifyBound: BoundBy, nearTo: BoundBy | null): readonly BoundBy[] {
  return boundOrder.filter((one) => one === classifyBound || one === nearTo);
}
