/** The training job's steps over again, from its plan and its seed. */
import { conditionsOf } from "@/demo/simulator/faults";
import { createRandom, seedFrom } from "@/demo/simulator/random";
import {
  gradientBytesPerParameter,
  rankCount,
  trainingStep,
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

const longMs = 300_000;

/** Of the steps since `startMs`; they differ little from one minute to the next. */
export function trainingTruth(startMs: number, [plan]: readonly TrainingPlan[]): TrainingTruth {
  if (plan === undefined) throw new Error("no profile trains");
  const random = createRandom(seedFrom(fleetSeed, plan.name));
  const steps: TrainingStep[] = [];
  for (let atMs = startMs; atMs < startMs + longMs; atMs = steps.at(-1)?.endMs ?? Number.POSITIVE_INFINITY) {
    const now = { startMs: atMs, number: steps.length + 1, jitter: random.lognormal(1, 0.15) };
    steps.push(trainingStep(plan, conditionsOf([]), now));
  }
  const sum = (of: (step: TrainingStep) => number): number =>
    steps.reduce((total, step) => total + of(step), 0);
  const seconds = sum((step) => step.seconds);
  const allReduceSeconds = sum((step) => step.allReduceSeconds) / steps.length;
  const ranks = rankCount(plan);
  const sent = ((2 * (ranks - 1)) / ranks) * plan.parameters * gradientBytesPerParameter;
  return {
    stepsPerSecond: steps.length / seconds,
    allReduceSeconds,
    busBytesPerSecond: sent / allReduceSeconds,
    dataWaitRatio: sum((step) => step.dataWaitSeconds) / seconds,
  };
}
