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

export function boundBy(times: StepTimes, { mfu, mbu }: Utilisation): BoundBy {
  const { memorySeconds, computeSeconds, communicationSeconds, stepSeconds } = times;
  if (communicationSeconds > communicationShare * stepSeconds) return "communication";
  const isCompute = mfu >= computeBoundMfu;
  const isMemory = mbu >= memoryBoundMbu;
  const closeness = Math.min(memorySeconds, computeSeconds) / Math.max(memorySeconds, computeSeconds);
  if (isCompute && isMemory && closeness >= near) return "mixed";
  if (computeSeconds > memorySeconds) return isCompute ? "compute" : "overhead";
  return isMemory ? "memory" : "overhead";
}
