/** Recomputes the training job's steps from its plan and seed. */
import type { TimeWindow } from "@/lib/model/time-window";
import { combineFaults } from "@/demo/simulator/faults/faults";
import { createRandom, deriveSeed } from "@/demo/simulator/random";
import {
  gradientBytesPerParameter,
  countRanks,
  createTrainingStep,
  type TrainingPlan,
  type TrainingStep,
} from "@/demo/simulator/training/training-step";
import { fleetSeed } from "./live-fleet";

export interface TrainingTruth {
  readonly stepsPerSecond: number;
  readonly allReduceSeconds: number;
  readonly busBytesPerSecond: number;
  readonly dataWaitRatio: number;
}

/**
 * Returns the means of the steps that ended in the window. Step durations vary, so other minutes have other means.
 */
export function trainingTruth(
  startMs: number,
  [plan]: readonly TrainingPlan[],
  window: TimeWindow,
): TrainingTruth {
  if (plan === undefined) throw new Error("no profile contains a training job");
  const random = createRandom(deriveSeed(fleetSeed, plan.name));
  const allSteps: TrainingStep[] = [];
  for (let atMs = startMs; atMs < window.endMs; atMs = allSteps.at(-1)?.endMs ?? Number.POSITIVE_INFINITY) {
    const step = {
      startMs: atMs,
      stepNumber: allSteps.length + 1,
      loaderTimeFactor: random.lognormal(1, 0.15),
    };
    allSteps.push(createTrainingStep(plan, combineFaults([]), step));
  }
  const steps = allSteps.filter(({ endMs }) => endMs > window.startMs && endMs <= window.endMs);
  const sum = (of: (step: TrainingStep) => number): number =>
    steps.reduce((total, step) => total + of(step), 0);
  const seconds = sum((step) => step.stepSeconds);
  const allReduceSeconds = sum((step) => step.allReduceSeconds) / steps.length;
  const ranks = countRanks(plan);
  const sent = ((2 * (ranks - 1)) / ranks) * plan.parameterCount * gradientBytesPerParameter;
  return {
    stepsPerSecond: steps.length / seconds,
    allReduceSeconds,
    busBytesPerSecond: sent / allReduceSeconds,
    dataWaitRatio: sum((step) => step.dataWaitSeconds) / seconds,
  };
}
